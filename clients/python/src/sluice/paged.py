from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Generic, Iterator, List, Optional, TypeVar, Union

Item = TypeVar("Item")
Page = TypeVar("Page")


class Paged(Generic[Item, Page]):
    """A list: iterated, every member of every page. Nothing is asked before that."""

    def __init__(self, list_: str, load: Callable[[Any], Page]) -> None:
        #: Where the members are in a page, such as ``data.rows``.
        self._list = list_
        self._load = load

    def first(self) -> Page:
        """The first page, or the one behind the cursor that was given."""
        return self._load(None)

    def pages(self) -> Iterator[Page]:
        """Page after page."""
        behind: Any = None
        while True:
            page: Any = self._load(behind)
            yield page
            behind = _behind(page)
            if behind is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from _members(page, self._list)


class AsyncPaged(Generic[Item, Page]):
    """A list: iterated, every member of every page; awaited, its first page. Nothing is asked before that."""

    def __init__(self, list_: str, load: Callable[[Any], Awaitable[Page]]) -> None:
        #: Where the members are in a page, such as ``data.rows``.
        self._list = list_
        self._load = load

    async def first(self) -> Page:
        """The first page, or the one behind the cursor that was given."""
        return await self._load(None)

    def __await__(self) -> Generator[Any, None, Page]:
        return self.first().__await__()

    async def pages(self) -> AsyncIterator[Page]:
        """Page after page."""
        behind: Any = None
        while True:
            page: Any = await self._load(behind)
            yield page
            behind = _behind(page)
            if behind is None:
                return

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in _members(page, self._list):
                yield item


def _members(page: Any, place: str) -> List[Any]:
    for name in place.split("."):
        page = page[name]
    members: List[Any] = page
    return members


def _behind(page: Any) -> Union[str, int, None]:
    """What the page behind this one is asked for with: a cursor, or an offset where the list counts."""
    data: Any = page.get("data")
    for fields in (page, data):
        if isinstance(fields, dict) and "nextCursor" in fields:
            cursor: Optional[str] = fields["nextCursor"]
            return cursor
    # A proxy or a server of another version may leave out the cursor of the last page.
    part: Any = data.get("pagination") if isinstance(data, dict) else None
    return part["offset"] + part["limit"] if part and part["hasMore"] else None
