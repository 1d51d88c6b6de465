"""Client for Sluice, the self-hosted workflow automation server."""

from .async_client import AsyncClient
from .client import Client
from .downloads import AsyncDownload, Download
from .errors import ErrorDetail, ErrorKind, SluiceError
from .generated import types
from .jobs import AsyncStartedJob, StartedJob
from .paged import AsyncPaged, Paged
from .streams import RunMessage
from .transport import RateLimit, RawExecution
from .uploads import File, Upload

__all__ = [
    "AsyncClient",
    "AsyncDownload",
    "AsyncPaged",
    "AsyncStartedJob",
    "Client",
    "Download",
    "ErrorDetail",
    "ErrorKind",
    "File",
    "Paged",
    "RateLimit",
    "RawExecution",
    "RunMessage",
    "SluiceError",
    "StartedJob",
    "Upload",
    "types",
]
