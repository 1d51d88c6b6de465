from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Generic, Iterator, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class Paged(Generic[Item, Page]):
    """A list: iterated, every member of every page. Nothing is asked before that."""

    def __init__(self, field: str, load: Callable[[Any], Page]) -> None:
        self._field = field
        self._load = load

    def first(self) -> Page:
        """The first page, or the one behind the cursor that was given."""
        return self._load(None)

    def pages(self) -> Iterator[Page]:
        """Page after page."""
        cursor: Any = None
        while True:
            page: Any = self._load(cursor)
            yield page
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            fields: Any = page
            yield from fields[self._field]


class AsyncPaged(Generic[Item, Page]):
    """A list: iterated, every member of every page; awaited, its first page. Nothing is asked before that."""

    def __init__(self, field: str, load: Callable[[Any], Awaitable[Page]]) -> None:
        self._field = field
        self._load = load

    async def first(self) -> Page:
        """The first page, or the one behind the cursor that was given."""
        return await self._load(None)

    def __await__(self) -> Generator[Any, None, Page]:
        return self.first().__await__()

    async def pages(self) -> AsyncIterator[Page]:
        """Page after page."""
        cursor: Any = None
        while True:
            page: Any = await self._load(cursor)
            yield page
            cursor = page["nextCursor"]
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            fields: Any = page
            for item in fields[self._field]:
                yield item
