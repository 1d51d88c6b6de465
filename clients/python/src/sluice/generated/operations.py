# Made from docs/openapi.json by `npm run openapi`.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional

from ..downloads import Download
from ..paged import Paged
from ..transport import Request, segment
from ..uploads import Source, Upload
from . import types as t

if TYPE_CHECKING:
    from ..client import SyncTransport


class WorkflowServersOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def describe(
        self,
        server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.ProtectedResource:
        """Names the issuer of the access tokens that an MCP server takes. The answer says nothing about whether the server exists."""
        answer: t.ProtectedResource = self._transport.json(Request("GET", f"/.well-known/oauth-protected-resource/api/mcp/serve/{segment(server_id)}"), timeout)
        return answer

    def discover(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.Discover:
        """Lists the MCP servers of every workspace that the key reaches, with their addresses"""
        answer: t.Discover = self._transport.json(Request("GET", "/api/mcp/discover"), timeout)
        return answer

    def list(
        self,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.WorkflowServersListAnswer:
        """Lists the MCP servers of a workspace, the oldest first
        
        workspace_id: Id of the workspace.
        """
        answer: t.WorkflowServersListAnswer = self._transport.json(Request("GET", "/api/mcp/workflow-servers", query={"workspaceId": workspace_id}), timeout)
        return answer

    def create(
        self,
        body: t.CreateWorkflowServerRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowServersCreateAnswer:
        """Creates an MCP server, with workflows as its tools"""
        answer: t.WorkflowServersCreateAnswer = self._transport.json(Request("POST", "/api/mcp/workflow-servers", body=body), timeout)
        return answer

    def delete(
        self,
        server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowServersDeleteAnswer:
        """Deletes an MCP server and its tools. The workflows stay as they are."""
        answer: t.WorkflowServersDeleteAnswer = self._transport.json(Request("DELETE", f"/api/mcp/workflow-servers/{segment(server_id)}"), timeout)
        return answer

    def get(
        self,
        server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowServersGetAnswer:
        """Returns an MCP server with its tools"""
        answer: t.WorkflowServersGetAnswer = self._transport.json(Request("GET", f"/api/mcp/workflow-servers/{segment(server_id)}"), timeout)
        return answer

    def change(
        self,
        server_id: str,
        body: Optional[t.ChangeWorkflowServerRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowServersChangeAnswer:
        """Changes an MCP server"""
        answer: t.WorkflowServersChangeAnswer = self._transport.json(Request("PATCH", f"/api/mcp/workflow-servers/{segment(server_id)}", body=body), timeout)
        return answer


class ChatsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.Chat, t.ChatsListAnswer]:
        """Lists the chats of a workspace, the oldest first
        
        workspace_id: Id of the workspace.
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.ChatsListAnswer:
            answer: t.ChatsListAnswer = self._transport.json(Request("GET", "/api/chat", query={"workspaceId": workspace_id, "limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def create(
        self,
        body: t.CreateChatRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.CreatedChat:
        """Creates a chat for a deployed workflow"""
        answer: t.CreatedChat = self._transport.json(Request("POST", "/api/chat", body=body), timeout)
        return answer

    def delete(
        self,
        chat_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.ChatsDeleteAnswer:
        """Deletes a chat with its conversations. The runs that it started stay in the log."""
        answer: t.ChatsDeleteAnswer = self._transport.json(Request("DELETE", f"/api/chat/manage/{segment(chat_id)}"), timeout)
        return answer

    def get(
        self,
        chat_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.ChatsGetAnswer:
        """Gets a chat"""
        answer: t.ChatsGetAnswer = self._transport.json(Request("GET", f"/api/chat/manage/{segment(chat_id)}"), timeout)
        return answer

    def change(
        self,
        chat_id: str,
        body: Optional[t.ChangeChatRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.ChatsChangeAnswer:
        """Changes a chat. Another password, another `authType` and other `allowedEmails` end the sessions of all visitors."""
        answer: t.ChatsChangeAnswer = self._transport.json(Request("PATCH", f"/api/chat/manage/{segment(chat_id)}", body=body), timeout)
        return answer

    def validate(
        self,
        *,
        identifier: str,
        timeout: Optional[float] = None,
    ) -> t.Identifier:
        """Checks whether an identifier can be used for a new chat
        
        identifier: The identifier to check.
        """
        answer: t.Identifier = self._transport.json(Request("GET", "/api/chat/validate", query={"identifier": identifier}), timeout)
        return answer


class VisitsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def enter(
        self,
        identifier: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.ChatConfiguration:
        """Returns what a visitor may know about a chat"""
        answer: t.ChatConfiguration = self._transport.json(Request("GET", f"/api/chat/{segment(identifier)}"), timeout)
        return answer

    def send(
        self,
        identifier: str,
        body: Optional[t.ChatMessageRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.ChatConfiguration | t.PendingAnswer:
        """Sends a message, and responds with the frames of its run as server-sent events. With a password and no message, it begins a session. With `resume`, it answers a question of the conversation. The id of the conversation is in the header `X-Conversation-Id`."""
        answer: t.ChatConfiguration | t.PendingAnswer = self._transport.json(Request("POST", f"/api/chat/{segment(identifier)}", body=body), timeout)
        return answer

    def list(
        self,
        identifier: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.ChatConversations:
        """Lists the conversations of the visitor, the last used first"""
        answer: t.ChatConversations = self._transport.json(Request("GET", f"/api/chat/{segment(identifier)}/conversations"), timeout)
        return answer

    def conversation(
        self,
        identifier: str,
        conversation_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.ChatTurn, t.ChatConversation]:
        """Returns the latest turns of a conversation of the visitor, with the open questions of its runs
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.ChatConversation:
            answer: t.ChatConversation = self._transport.json(Request("GET", f"/api/chat/{segment(identifier)}/conversations/{segment(conversation_id)}", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data.turns", load)

    def follow(
        self,
        identifier: str,
        conversation_id: str,
        *,
        last_event_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Download:
        """Streams the frames of the latest turn of a conversation, past and future. To continue after a disconnect, send the id of the last event.
        
        last_event_id: The id of the last event that the client has received; the stream continues after it. For clients that cannot send `Last-Event-ID`.
        """
        return self._transport.download(Request("GET", f"/api/chat/{segment(identifier)}/conversations/{segment(conversation_id)}/stream", query={"lastEventId": last_event_id}, accept="text/event-stream"), timeout)

    def send_code(
        self,
        identifier: str,
        body: t.SendCodeRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.CodeSent:
        """Sends a code of six digits to an e-mail address, if it may use the chat. The response is the same if it may not, and after 3 codes in 15 minutes."""
        answer: t.CodeSent = self._transport.json(Request("POST", f"/api/chat/{segment(identifier)}/otp", body=body), timeout)
        return answer

    def check_code(
        self,
        identifier: str,
        body: t.CheckCodeRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.ChatConfiguration:
        """Begins the session of a visitor with the code"""
        answer: t.ChatConfiguration = self._transport.json(Request("PUT", f"/api/chat/{segment(identifier)}/otp", body=body, repeatable=False), timeout)
        return answer

    def ask_eligibility(
        self,
        identifier: str,
        body: t.AskEligibilityRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.Eligibility:
        """Says whether a person with this address may use the chat, before they sign in at a provider"""
        answer: t.Eligibility = self._transport.json(Request("POST", f"/api/chat/{segment(identifier)}/sso", body=body), timeout)
        return answer

    def begin_sign_in(
        self,
        identifier: str,
        provider: str,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Sends a browser to a provider of `GET /api/v1/sign-in`. It comes back to the page of the chat, with a session as visitor, or with the code of what failed as `problem`."""
        return self._transport.download(Request("GET", f"/api/chat/{segment(identifier)}/sso/{segment(provider)}", accept="*/*"), timeout)


class JobsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        job_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.Job:
        """Returns the status of a job and its result. A job that has ended can be read for seven days."""
        answer: t.Job = self._transport.json(Request("GET", f"/api/jobs/{segment(job_id)}"), timeout)
        return answer


class WorkflowToolsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowToolsListAnswer:
        """Lists the tools of an MCP server by name, those of workflows that are not deployed included"""
        answer: t.WorkflowToolsListAnswer = self._transport.json(Request("GET", f"/api/mcp/workflow-servers/{segment(server_id)}/tools"), timeout)
        return answer

    def add(
        self,
        server_id: str,
        body: t.AddWorkflowToolRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowToolsAddAnswer:
        """Offers a workflow as a tool of an MCP server"""
        answer: t.WorkflowToolsAddAnswer = self._transport.json(Request("POST", f"/api/mcp/workflow-servers/{segment(server_id)}/tools", body=body), timeout)
        return answer

    def remove(
        self,
        server_id: str,
        tool_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowToolsRemoveAnswer:
        """Takes a tool off an MCP server. The workflow stays as it is."""
        answer: t.WorkflowToolsRemoveAnswer = self._transport.json(Request("DELETE", f"/api/mcp/workflow-servers/{segment(server_id)}/tools/{segment(tool_id)}"), timeout)
        return answer

    def change(
        self,
        server_id: str,
        tool_id: str,
        body: Optional[t.ChangeWorkflowToolRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowToolsChangeAnswer:
        """Changes the name or the descriptions of a tool"""
        answer: t.WorkflowToolsChangeAnswer = self._transport.json(Request("PATCH", f"/api/mcp/workflow-servers/{segment(server_id)}/tools/{segment(tool_id)}", body=body), timeout)
        return answer


class PausesOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def execution(
        self,
        workflow_id: str,
        execution_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.PausedDetail:
        """Returns all questions of a run, and their answers"""
        answer: t.PausedDetail = self._transport.json(Request("GET", f"/api/resume/{segment(workflow_id)}/{segment(execution_id)}"), timeout)
        return answer

    def context(
        self,
        workflow_id: str,
        execution_id: str,
        context_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.PauseContext:
        """Returns one question of a run: its data, its form, its status and its answers"""
        answer: t.PauseContext = self._transport.json(Request("GET", f"/api/resume/{segment(workflow_id)}/{segment(execution_id)}/{segment(context_id)}"), timeout)
        return answer

    def inbox(
        self,
        *,
        workspace_id: str,
        status: Optional[List[Literal["answered", "closed", "open", "expired"]]] = None,
        for_: Optional[Literal["me"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.ListedPause, t.ListedPauses]:
        """Lists the questions of a workspace with their forms, the people who are asked, and their answers. The latest pause is first. Without `status` only open questions are listed.
        
        workspace_id: Id of the workspace.
        status: Return questions with these statuses only, separated by commas: `open`, `answered`, `expired`, `closed`.
        for_: `me` returns only open questions that the user of the caller may answer and has not answered, and others that they have answered.
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.ListedPauses:
            answer: t.ListedPauses = self._transport.json(Request("GET", "/api/v1/pauses", query={"workspaceId": workspace_id, "status": status, "for": for_, "limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def list(
        self,
        id: str,
        *,
        status: Optional[List[t.PausedStatus]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.PausedSummary, t.PausedList]:
        """Lists the runs of a workflow that have asked a question, the latest first
        
        status: Return runs with these statuses only, separated by commas.
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.PausedList:
            answer: t.PausedList = self._transport.json(Request("GET", f"/api/workflows/{segment(id)}/paused", query={"status": status, "limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("pausedExecutions", load)

    def get(
        self,
        id: str,
        execution_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.PausedDetail:
        """Returns all questions of a run, and their answers"""
        answer: t.PausedDetail = self._transport.json(Request("GET", f"/api/workflows/{segment(id)}/paused/{segment(execution_id)}"), timeout)
        return answer


class SchedulesOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workflow_id: Optional[str] = None,
        block_id: Optional[str] = None,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.ScheduleOfWorkflow | t.Schedules:
        """Returns the schedule of a block of a workflow, or the schedules of a workspace
        
        workflow_id: The workflow of the schedule; with `workspaceId`: a workflow of this workspace.
        block_id: The block of the schedule, together with `workflowId`; absent: the first one of the workflow.
        workspace_id: The workspace of the schedules.
        """
        answer: t.ScheduleOfWorkflow | t.Schedules = self._transport.json(Request("GET", "/api/schedules", query={"workflowId": workflow_id, "blockId": block_id, "workspaceId": workspace_id}), timeout)
        return answer

    def get(
        self,
        schedule_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.OneSchedule:
        """Returns a schedule"""
        answer: t.OneSchedule = self._transport.json(Request("GET", f"/api/schedules/{segment(schedule_id)}"), timeout)
        return answer

    def change(
        self,
        schedule_id: str,
        body: t.ChangeScheduleRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.ChangedSchedule:
        """Stops a schedule, or lets it continue. Times between the two have no run."""
        answer: t.ChangedSchedule = self._transport.json(Request("PUT", f"/api/schedules/{segment(schedule_id)}", body=body), timeout)
        return answer

    def backfill(
        self,
        schedule_id: str,
        body: t.BackfillRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.SchedulesBackfillAnswer:
        """Starts a run for each time of a schedule in a range that has had none: times that were skipped or missed. At most 1,000 times; each has one run at most, also if the request is repeated."""
        answer: t.SchedulesBackfillAnswer = self._transport.json(Request("POST", f"/api/v1/triggers/{segment(schedule_id)}/backfill", body=body), timeout)
        return answer

    def fire(
        self,
        schedule_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.SchedulesFireAnswer:
        """Starts a run of a schedule now; if another one is active, its overlap policy decides. Its times stay as they are. A trigger that polls asks its source now."""
        answer: t.SchedulesFireAnswer = self._transport.json(Request("POST", f"/api/v1/triggers/{segment(schedule_id)}/fire"), timeout)
        return answer


class UsageOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def limits(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.UsageLimits:
        """Returns the limits of the caller's account and its usage. The request does not count against the rate limit."""
        answer: t.UsageLimits = self._transport.json(Request("GET", "/api/users/me/usage-limits"), timeout)
        return answer

    def get(
        self,
        *,
        workspace_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        group_by: Optional[Literal["workspace", "block", "workflow", "key", "provider", "day", "model"]] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.UsageGetAnswer:
        """Returns the usage of a workspace or an organization, grouped by workflow, key, day, model, provider, block or workspace
        
        workspace_id: Id of the workspace. Required unless `organizationId` is given.
        organization_id: Id of an organization, instead of `workspaceId`: includes all that it pays for in any workspace. Requires its admin or owner role.
        group_by: What the usage is grouped by.
        start_date: Start of the time span. The default is the start of the billing period.
        end_date: End of the time span, inclusive. The default is now.
        """
        answer: t.UsageGetAnswer = self._transport.json(Request("GET", "/api/v1/usage", query={"workspaceId": workspace_id, "organizationId": organization_id, "groupBy": group_by, "startDate": start_date, "endDate": end_date}), timeout)
        return answer


class AuditLogsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        workspace_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        action: Optional[str] = None,
        resource_type: Optional[str] = None,
        resource_id: Optional[str] = None,
        actor_id: Optional[str] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        include_departed: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.AuditLog, t.AuditLogsListAnswer]:
        """Lists the audit entries of a workspace or of an organization, newest first
        
        limit: Maximum number of entries on the page.
        cursor: `nextCursor` of the previous page; absent for the first page.
        workspace_id: The workspace of the entries; required without `organizationId`.
        organization_id: Instead of `workspaceId`: only entries about this organization itself, not about its workspaces.
        action: Only entries with this action, such as `workflow.deployed`.
        resource_type: `a,b,c`
        resource_id: Only entries about the resource with this id.
        actor_id: Only entries with this user as the actor.
        start_date: Start of the time span, included.
        end_date: End of the time span, included.
        include_departed: Also entries whose actor is not a member of the organization: former members, and people who never were members.
        """

        def load(behind: Any) -> t.AuditLogsListAnswer:
            answer: t.AuditLogsListAnswer = self._transport.json(Request("GET", "/api/v1/audit-logs", query={"limit": limit, "cursor": cursor if behind is None else behind, "workspaceId": workspace_id, "organizationId": organization_id, "action": action, "resourceType": resource_type, "resourceId": resource_id, "actorId": actor_id, "startDate": start_date, "endDate": end_date, "includeDeparted": include_departed}), timeout)
            return answer

        return Paged("data", load)

    def export(
        self,
        *,
        format: Optional[Literal["jsonl", "csv"]] = None,
        workspace_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        action: Optional[str] = None,
        resource_type: Optional[str] = None,
        resource_id: Optional[str] = None,
        actor_id: Optional[str] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        include_departed: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Download:
        """Exports all audit entries that match the filters as a file
        
        format: `jsonl` writes one JSON object on each line; `csv` writes a table for spreadsheets.
        workspace_id: The workspace of the entries; required without `organizationId`.
        organization_id: Instead of `workspaceId`: only entries about this organization itself, not about its workspaces.
        action: Only entries with this action, such as `workflow.deployed`.
        resource_type: `a,b,c`
        resource_id: Only entries about the resource with this id.
        actor_id: Only entries with this user as the actor.
        start_date: Start of the time span, included.
        end_date: End of the time span, included.
        include_departed: Also entries whose actor is not a member of the organization: former members, and people who never were members.
        """
        return self._transport.download(Request("GET", "/api/v1/audit-logs/export", query={"format": format, "workspaceId": workspace_id, "organizationId": organization_id, "action": action, "resourceType": resource_type, "resourceId": resource_id, "actorId": actor_id, "startDate": start_date, "endDate": end_date, "includeDeparted": include_departed}, accept="application/x-ndjson"), timeout)

    def key(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.AuditLogsKeyAnswer:
        """Returns the present public key, which verifies exports and proofs of this instance"""
        answer: t.AuditLogsKeyAnswer = self._transport.json(Request("GET", "/api/v1/audit-logs/public-key"), timeout)
        return answer

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.AuditLogsGetAnswer:
        """Returns one audit entry"""
        answer: t.AuditLogsGetAnswer = self._transport.json(Request("GET", f"/api/v1/audit-logs/{segment(id)}"), timeout)
        return answer


class AuditProofsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def archive(
        self,
        *,
        workspace_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Download:
        """Exports the audit log of an organization with its hashes, roots and signatures. `sluice audit verify` and the console verify this file without the server.
        
        workspace_id: A workspace of the organization; required without `organizationId`.
        organization_id: Instead of `workspaceId`: the organization.
        """
        return self._transport.download(Request("GET", "/api/v1/audit-logs/archive", query={"workspaceId": workspace_id, "organizationId": organization_id}, accept="application/x-ndjson"), timeout)

    def checkpoint(
        self,
        *,
        workspace_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.AuditProofsCheckpointAnswer:
        """Returns the signed position of the audit log of an organization. Stored elsewhere, it proves later that the end of an export is complete.
        
        workspace_id: A workspace of the organization; required without `organizationId`.
        organization_id: Instead of `workspaceId`: the organization.
        """
        answer: t.AuditProofsCheckpointAnswer = self._transport.json(Request("GET", "/api/v1/audit-logs/checkpoint", query={"workspaceId": workspace_id, "organizationId": organization_id}), timeout)
        return answer

    def prove(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.InclusionProof:
        """Proves that a signed root covers an audit entry, without showing other entries. A root is signed at the end of each hour."""
        answer: t.InclusionProof = self._transport.json(Request("GET", f"/api/v1/audit-logs/{segment(id)}/proof"), timeout)
        return answer


class BlocksOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.Blocks:
        """Lists the block types that workflows can contain, with their fields"""
        answer: t.Blocks = self._transport.json(Request("GET", "/api/v1/blocks"), timeout)
        return answer


class DeliveriesOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        trigger_id: Optional[str] = None,
        workflow_id: Optional[str] = None,
        outcome: Optional[Literal["accepted", "duplicate", "filtered", "refused", "held", "skipped", "poisoned"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.Delivery, t.DeliveriesListAnswer]:
        """Lists the deliveries of a workspace, newest first
        
        workspace_id: Id of the workspace.
        trigger_id: Only deliveries to this trigger.
        workflow_id: Only deliveries to triggers of this workflow.
        outcome: Only deliveries with this outcome.
        from_: Only deliveries that arrived at this time or later.
        to: Only deliveries that arrived at this time or earlier.
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.DeliveriesListAnswer:
            answer: t.DeliveriesListAnswer = self._transport.json(Request("GET", "/api/v1/deliveries", query={"workspaceId": workspace_id, "triggerId": trigger_id, "workflowId": workflow_id, "outcome": outcome, "from": from_, "to": to, "limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def replay_all(
        self,
        body: t.ReplayDeliveriesRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.DeliveriesReplayAllAnswer:
        """Repeats all deliveries of a workspace that match, oldest first, in the background. Only deliveries that have arrived before the request and that repeat no other delivery take part, at most 10,000. Each is repeated once, also if processes are killed meanwhile."""
        answer: t.DeliveriesReplayAllAnswer = self._transport.json(Request("POST", "/api/v1/deliveries/replay", body=body), timeout)
        return answer

    def get_replay(
        self,
        replay_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.DeliveriesGetReplayAnswer:
        """Gets a replay of deliveries with its progress"""
        answer: t.DeliveriesGetReplayAnswer = self._transport.json(Request("GET", f"/api/v1/deliveries/replays/{segment(replay_id)}"), timeout)
        return answer

    def cancel_replay(
        self,
        replay_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.DeliveriesCancelReplayAnswer:
        """Cancels a replay of deliveries. Deliveries that were repeated before keep their runs; a replay that has ended stays as it is."""
        answer: t.DeliveriesCancelReplayAnswer = self._transport.json(Request("POST", f"/api/v1/deliveries/replays/{segment(replay_id)}/cancel"), timeout)
        return answer

    def get(
        self,
        delivery_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.DeliveriesGetAnswer:
        """Gets a delivery with its headers and its body"""
        answer: t.DeliveriesGetAnswer = self._transport.json(Request("GET", f"/api/v1/deliveries/{segment(delivery_id)}"), timeout)
        return answer

    def replay(
        self,
        delivery_id: str,
        body: Optional[t.ReplayDeliveryRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.DeliveriesReplayAnswer:
        """Repeats a delivery: a new delivery with the same headers and body starts a run, whatever the state of the trigger is"""
        answer: t.DeliveriesReplayAnswer = self._transport.json(Request("POST", f"/api/v1/deliveries/{segment(delivery_id)}/replay", body=body), timeout)
        return answer


class FilesOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.File, t.FileList]:
        """Lists the files of a workspace, newest first
        
        workspace_id: Id of the workspace that contains the file.
        limit: Maximum number of files to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.FileList:
            answer: t.FileList = self._transport.json(Request("GET", "/api/v1/files", query={"limit": limit, "cursor": cursor if behind is None else behind, "workspaceId": workspace_id}), timeout)
            return answer

        return Paged("data.files", load)

    def upload(
        self,
        *,
        workspace_id: str,
        file: Upload,
        timeout: Optional[float] = None,
    ) -> t.FilesUploadAnswer:
        """Uploads a file of at most 100 MiB. Its name must be unique in the workspace.
        
        workspace_id: Id of the workspace that the file is stored in.
        file: The content of the file, with its name.
        """
        answer: t.FilesUploadAnswer = self._transport.json(Request("POST", "/api/v1/files", form={"workspaceId": workspace_id, "file": Source(file)}), timeout)
        return answer

    def delete(
        self,
        file_id: str,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.FilesDeleteAnswer:
        """Deletes a file. Its name is free afterwards.
        
        workspace_id: Id of the workspace that contains the file.
        """
        answer: t.FilesDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/files/{segment(file_id)}", query={"workspaceId": workspace_id}), timeout)
        return answer


class FileContentOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        file_id: str,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> Download:
        """Downloads a file, or the part that a `Range` header requests. HEAD returns the headers only.
        
        workspace_id: Id of the workspace that contains the file.
        """
        return self._transport.download(Request("GET", f"/api/v1/files/{segment(file_id)}", query={"workspaceId": workspace_id}, accept="*/*"), timeout)


class FoldersOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.FoldersListAnswer:
        """Lists all folders of a workspace
        
        workspace_id: Id of the workspace.
        """
        answer: t.FoldersListAnswer = self._transport.json(Request("GET", "/api/v1/folders", query={"workspaceId": workspace_id}), timeout)
        return answer

    def create(
        self,
        body: t.CreateFolderRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.FoldersCreateAnswer:
        """Creates a folder"""
        answer: t.FoldersCreateAnswer = self._transport.json(Request("POST", "/api/v1/folders", body=body), timeout)
        return answer

    def delete(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.FoldersDeleteAnswer:
        """Deletes a folder. Its workflows and subfolders move to its parent."""
        answer: t.FoldersDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/folders/{segment(id)}"), timeout)
        return answer

    def change(
        self,
        id: str,
        body: Optional[t.ChangeFolderRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.FoldersChangeAnswer:
        """Renames or moves a folder"""
        answer: t.FoldersChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/folders/{segment(id)}", body=body), timeout)
        return answer


class InvitationsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.InvitationView, t.InvitationsListAnswer]:
        """Lists the open invitations of the caller, by the address of their account
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.InvitationsListAnswer:
            answer: t.InvitationsListAnswer = self._transport.json(Request("GET", "/api/v1/invitations", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def accept(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.InvitationsAcceptAnswer:
        """Joins the organization of an invitation"""
        answer: t.InvitationsAcceptAnswer = self._transport.json(Request("POST", f"/api/v1/invitations/{segment(id)}/accept"), timeout)
        return answer

    def decline(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.InvitationsDeclineAnswer:
        """Declines an invitation"""
        answer: t.InvitationsDeclineAnswer = self._transport.json(Request("POST", f"/api/v1/invitations/{segment(id)}/decline"), timeout)
        return answer


class KnowledgeBasesOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeBasesListAnswer:
        """Lists the knowledge bases of a workspace, newest first
        
        workspace_id: Id of the workspace.
        """
        answer: t.KnowledgeBasesListAnswer = self._transport.json(Request("GET", "/api/v1/knowledge", query={"workspaceId": workspace_id}), timeout)
        return answer

    def create(
        self,
        body: t.CreateKnowledgeBaseRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeBasesCreateAnswer:
        """Creates a knowledge base"""
        answer: t.KnowledgeBasesCreateAnswer = self._transport.json(Request("POST", "/api/v1/knowledge", body=body), timeout)
        return answer

    def search(
        self,
        body: t.SearchKnowledgeRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeBasesSearchAnswer:
        """Searches knowledge bases for chunks that match a query, tags, or both"""
        answer: t.KnowledgeBasesSearchAnswer = self._transport.json(Request("POST", "/api/v1/knowledge/search", body=body), timeout)
        return answer

    def delete(
        self,
        knowledge_base_id: str,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeBasesDeleteAnswer:
        """Deletes a knowledge base with all its documents
        
        workspace_id: Id of the workspace.
        """
        answer: t.KnowledgeBasesDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/knowledge/{segment(knowledge_base_id)}", query={"workspaceId": workspace_id}), timeout)
        return answer

    def get(
        self,
        knowledge_base_id: str,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeBasesGetAnswer:
        """Returns a knowledge base
        
        workspace_id: Id of the workspace.
        """
        answer: t.KnowledgeBasesGetAnswer = self._transport.json(Request("GET", f"/api/v1/knowledge/{segment(knowledge_base_id)}", query={"workspaceId": workspace_id}), timeout)
        return answer

    def change(
        self,
        knowledge_base_id: str,
        body: t.ChangeKnowledgeBaseRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeBasesChangeAnswer:
        """Changes the name, the description or the chunking configuration of a knowledge base"""
        answer: t.KnowledgeBasesChangeAnswer = self._transport.json(Request("PUT", f"/api/v1/knowledge/{segment(knowledge_base_id)}", body=body), timeout)
        return answer


class KnowledgeDocumentsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        knowledge_base_id: str,
        *,
        workspace_id: str,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        search: Optional[str] = None,
        enabled_filter: Optional[Literal["disabled", "all", "enabled"]] = None,
        sort_by: Optional[Literal["enabled", "filename", "fileSize", "tokenCount", "chunkCount", "uploadedAt", "processingStatus"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.Document, t.KnowledgeDocumentsListAnswer]:
        """Lists the documents of a knowledge base
        
        workspace_id: Id of the workspace.
        limit: Maximum number of documents to return.
        offset: Number of documents to skip.
        search: Returns only documents whose file name contains this text, ignoring case.
        enabled_filter: Returns all documents, only `enabled` ones or only `disabled` ones.
        sort_by: Sort key.
        sort_order: Sort direction.
        """

        def load(behind: Any) -> t.KnowledgeDocumentsListAnswer:
            answer: t.KnowledgeDocumentsListAnswer = self._transport.json(Request("GET", f"/api/v1/knowledge/{segment(knowledge_base_id)}/documents", query={"limit": limit, "offset": offset if behind is None else behind, "search": search, "enabledFilter": enabled_filter, "sortBy": sort_by, "sortOrder": sort_order, "workspaceId": workspace_id}), timeout)
            return answer

        return Paged("data.documents", load)

    def upload(
        self,
        knowledge_base_id: str,
        *,
        workspace_id: str,
        file: Upload,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeDocumentsUploadAnswer:
        """Uploads a document. It is split into chunks in the background and becomes searchable when `processingStatus` is `completed`.
        
        workspace_id: Id of the workspace that the file is stored in.
        file: The content of the file, with its name.
        """
        answer: t.KnowledgeDocumentsUploadAnswer = self._transport.json(Request("POST", f"/api/v1/knowledge/{segment(knowledge_base_id)}/documents", form={"workspaceId": workspace_id, "file": Source(file)}), timeout)
        return answer

    def delete(
        self,
        knowledge_base_id: str,
        document_id: str,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeDocumentsDeleteAnswer:
        """Deletes a document
        
        workspace_id: Id of the workspace.
        """
        answer: t.KnowledgeDocumentsDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/knowledge/{segment(knowledge_base_id)}/documents/{segment(document_id)}", query={"workspaceId": workspace_id}), timeout)
        return answer

    def get(
        self,
        knowledge_base_id: str,
        document_id: str,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeDocumentsGetAnswer:
        """Returns a document with the state of its processing
        
        workspace_id: Id of the workspace.
        """
        answer: t.KnowledgeDocumentsGetAnswer = self._transport.json(Request("GET", f"/api/v1/knowledge/{segment(knowledge_base_id)}/documents/{segment(document_id)}", query={"workspaceId": workspace_id}), timeout)
        return answer

    def change(
        self,
        knowledge_base_id: str,
        document_id: str,
        body: t.ChangeDocumentRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeDocumentsChangeAnswer:
        """Renames, tags, enables or disables a document"""
        answer: t.KnowledgeDocumentsChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/knowledge/{segment(knowledge_base_id)}/documents/{segment(document_id)}", body=body), timeout)
        return answer

    def list_chunks(
        self,
        knowledge_base_id: str,
        document_id: str,
        *,
        workspace_id: str,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.Chunk, t.KnowledgeDocumentsListChunksAnswer]:
        """Lists the chunks of a document that searches find. While a document is processed again, these are the chunks of the time before.
        
        workspace_id: Id of the workspace.
        limit: Maximum number of chunks to return.
        offset: Number of chunks to skip.
        """

        def load(behind: Any) -> t.KnowledgeDocumentsListChunksAnswer:
            answer: t.KnowledgeDocumentsListChunksAnswer = self._transport.json(Request("GET", f"/api/v1/knowledge/{segment(knowledge_base_id)}/documents/{segment(document_id)}/chunks", query={"limit": limit, "offset": offset if behind is None else behind, "workspaceId": workspace_id}), timeout)
            return answer

        return Paged("data.chunks", load)

    def reprocess(
        self,
        knowledge_base_id: str,
        document_id: str,
        body: t.WorkspaceRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.KnowledgeDocumentsReprocessAnswer:
        """Processes a document again, for example after the chunking configuration or the embedding model has changed"""
        answer: t.KnowledgeDocumentsReprocessAnswer = self._transport.json(Request("POST", f"/api/v1/knowledge/{segment(knowledge_base_id)}/documents/{segment(document_id)}/reprocess", body=body), timeout)
        return answer


class InvitationLinksOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.InvitationLinksGetAnswer:
        """Returns what an invitation is for, and does not use it up"""
        answer: t.InvitationLinksGetAnswer = self._transport.json(Request("GET", "/api/v1/links/invitation"), timeout)
        return answer

    def claim(
        self,
        body: t.ClaimLinkRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.InvitationLinksClaimAnswer:
        """Accepts an invitation as a new person: makes them a user with a password and a member, and signs them in"""
        answer: t.InvitationLinksClaimAnswer = self._transport.json(Request("POST", "/api/v1/links/invitation", body=body), timeout)
        return answer

    def join(
        self,
        body: t.JoinRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.InvitationLinksJoinAnswer:
        """Accepts an invitation as the person who is signed in"""
        answer: t.InvitationLinksJoinAnswer = self._transport.json(Request("POST", "/api/v1/links/invitation/join", body=body), timeout)
        return answer


class LinksOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get_recovery(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.LinksGetRecoveryAnswer:
        """Returns whom a recovery link is for, and does not use it up"""
        answer: t.LinksGetRecoveryAnswer = self._transport.json(Request("GET", "/api/v1/links/recovery"), timeout)
        return answer

    def claim_recovery(
        self,
        body: t.ClaimLinkRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.LinksClaimRecoveryAnswer:
        """Uses a recovery link: sets the password of its user and signs them in. All other sessions of the user end."""
        answer: t.LinksClaimRecoveryAnswer = self._transport.json(Request("POST", "/api/v1/links/recovery", body=body), timeout)
        return answer

    def get_setup(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.LinksGetSetupAnswer:
        """Returns whom a setup link is for, and does not use it up. The server prints such a link when it starts, until a user has a password."""
        answer: t.LinksGetSetupAnswer = self._transport.json(Request("GET", "/api/v1/links/setup"), timeout)
        return answer

    def claim_setup(
        self,
        body: t.ClaimSetupLinkRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.LinksClaimSetupAnswer:
        """Uses a setup link: the first person chooses their e-mail address and password, and is then signed in as an operator"""
        answer: t.LinksClaimSetupAnswer = self._transport.json(Request("POST", "/api/v1/links/setup", body=body), timeout)
        return answer


class LogsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        details: Optional[Literal["basic", "full"]] = None,
        include_trace_spans: Optional[bool] = None,
        include_final_output: Optional[bool] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        workflow_ids: Optional[List[str]] = None,
        folder_ids: Optional[List[str]] = None,
        triggers: Optional[List[str]] = None,
        level: Optional[Literal["error", "info"]] = None,
        status: Optional[List[Literal["paused", "running", "completed", "failed", "cancelled"]]] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        execution_id: Optional[str] = None,
        min_duration_ms: Optional[int] = None,
        max_duration_ms: Optional[int] = None,
        min_cost: Optional[float] = None,
        max_cost: Optional[float] = None,
        model: Optional[str] = None,
        search: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.LogEntry, t.LogsListAnswer]:
        """Lists the runs of a workspace that match the filters
        
        workspace_id: Id of the workspace.
        limit: Maximum number of runs on the page.
        cursor: `nextCursor` of the previous page; absent for the first page.
        details: `full` includes the workflow and the execution data of each run.
        include_trace_spans: With `details=full`: includes the trace spans.
        include_final_output: With `details=full`: includes the final output.
        order: The order by start time: newest first (`desc`) or oldest first (`asc`).
        workflow_ids: Ids of workflows, separated by commas.
        folder_ids: Only workflows directly in these folders, without subfolders.
        triggers: Only runs with these triggers (`api`, `manual`, `webhook`, `schedule`, `chat`, `workflow`), or of these kinds or providers of triggers (`table`, `github` …); `all` for all triggers.
        level: Only runs without a failure (`info`), or only failed runs (`error`).
        status: Only runs with these statuses (`running`, `paused`, `completed`, `failed`, `cancelled`), separated by commas.
        start_date: Only runs that started at this time or later.
        end_date: Only runs that started at this time or earlier.
        execution_id: Only the run with this id.
        min_duration_ms: Only runs with at least this duration, in ms.
        max_duration_ms: Only runs with at most this duration, in ms.
        min_cost: Only runs with at least this cost, in US dollars.
        max_cost: Only runs with at most this cost, in US dollars.
        model: Only runs that used this model.
        search: A part of an error message or of a workflow name. Letter case is ignored.
        """

        def load(behind: Any) -> t.LogsListAnswer:
            answer: t.LogsListAnswer = self._transport.json(Request("GET", "/api/v1/logs", query={"limit": limit, "cursor": cursor if behind is None else behind, "details": details, "includeTraceSpans": include_trace_spans, "includeFinalOutput": include_final_output, "order": order, "workspaceId": workspace_id, "workflowIds": workflow_ids, "folderIds": folder_ids, "triggers": triggers, "level": level, "status": status, "startDate": start_date, "endDate": end_date, "executionId": execution_id, "minDurationMs": min_duration_ms, "maxDurationMs": max_duration_ms, "minCost": min_cost, "maxCost": max_cost, "model": model, "search": search}), timeout)
            return answer

        return Paged("data", load)

    def start_bulk_job(
        self,
        body: t.BulkJobRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.LogsStartBulkJobAnswer:
        """Cancels or replays many runs in the background, the oldest first: up to 1,000 that are named, or up to 5,000 that match filters at the time of the request. No run is replayed twice, also if processes are killed meanwhile."""
        answer: t.LogsStartBulkJobAnswer = self._transport.json(Request("POST", "/api/v1/logs/bulk", body=body), timeout)
        return answer

    def count_runs_of_bulk_job(
        self,
        body: t.BulkJobRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.LogsCountRunsOfBulkJobAnswer:
        """Counts the runs that a bulk job would cancel or replay, and does nothing to them"""
        answer: t.LogsCountRunsOfBulkJobAnswer = self._transport.json(Request("POST", "/api/v1/logs/bulk/count", body=body), timeout)
        return answer

    def get_bulk_job(
        self,
        bulk_job_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.LogsGetBulkJobAnswer:
        """Gets a bulk job with its progress"""
        answer: t.LogsGetBulkJobAnswer = self._transport.json(Request("GET", f"/api/v1/logs/bulk/{segment(bulk_job_id)}"), timeout)
        return answer

    def stop_bulk_job(
        self,
        bulk_job_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.LogsStopBulkJobAnswer:
        """Stops a bulk job after the runs that it is at. Runs that were cancelled or replayed before stay so; a job that has ended does not change."""
        answer: t.LogsStopBulkJobAnswer = self._transport.json(Request("POST", f"/api/v1/logs/bulk/{segment(bulk_job_id)}/stop"), timeout)
        return answer

    def list_log_changes(
        self,
        *,
        workspace_id: str,
        after: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.LogChanges:
        """Lists the runs of a workspace that have changed after a place in the log. With `Accept: text/event-stream` it sends them as server-sent events, and those that change later; the first event says where the stream begins. A connection ends after a minute: to continue, send the id of the last event.
        
        workspace_id: Id of the workspace.
        after: Only changes after this place: the id of an event of the stream, or `nextAfter`. Absent: only what changes from now on.
        """
        answer: t.LogChanges = self._transport.json(Request("GET", "/api/v1/logs/changes", query={"workspaceId": workspace_id, "after": after}), timeout)
        return answer

    def errors(
        self,
        *,
        workspace_id: str,
        workflow_ids: Optional[List[str]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.LogsErrorsAnswer:
        """Groups failed runs by workflow and error, apart from ids and numbers in the error. At most the latest 20,000 failed runs of the range count.
        
        workspace_id: Id of the workspace.
        workflow_ids: Only runs of these workflows, separated by commas.
        from_: Only runs that started at this time or later; a day before `to` when absent.
        to: Only runs that started before this time; now when absent.
        """
        answer: t.LogsErrorsAnswer = self._transport.json(Request("GET", "/api/v1/logs/errors", query={"workspaceId": workspace_id, "workflowIds": workflow_ids, "from": from_, "to": to}), timeout)
        return answer

    def execution(
        self,
        execution_id: str,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.ExecutionLog:
        """Returns the definition that a run used
        
        workspace_id: The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access.
        """
        answer: t.ExecutionLog = self._transport.json(Request("GET", f"/api/v1/logs/executions/{segment(execution_id)}", query={"workspaceId": workspace_id}), timeout)
        return answer

    def compare(
        self,
        execution_id: str,
        *,
        with_: str,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.LogsCompareAnswer:
        """Compares the answers, the tool calls, the tokens, the cost and the time of two runs
        
        with_: Id of the run to compare with.
        workspace_id: The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access.
        """
        answer: t.LogsCompareAnswer = self._transport.json(Request("GET", f"/api/v1/logs/executions/{segment(execution_id)}/compare", query={"with": with_, "workspaceId": workspace_id}), timeout)
        return answer

    def diagnosis(
        self,
        execution_id: str,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.LogsDiagnosisAnswer:
        """Explains why a run is in its current state, with possible remedies
        
        workspace_id: The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access.
        """
        answer: t.LogsDiagnosisAnswer = self._transport.json(Request("GET", f"/api/v1/logs/executions/{segment(execution_id)}/diagnosis", query={"workspaceId": workspace_id}), timeout)
        return answer

    def effects(
        self,
        execution_id: str,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.LogsEffectsAnswer:
        """Lists the external calls of a run
        
        workspace_id: The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access.
        """
        answer: t.LogsEffectsAnswer = self._transport.json(Request("GET", f"/api/v1/logs/executions/{segment(execution_id)}/effects", query={"workspaceId": workspace_id}), timeout)
        return answer

    def export(
        self,
        *,
        workspace_id: str,
        format: Optional[Literal["jsonl", "csv"]] = None,
        details: Optional[Literal["basic", "full"]] = None,
        include_trace_spans: Optional[bool] = None,
        include_final_output: Optional[bool] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        workflow_ids: Optional[List[str]] = None,
        folder_ids: Optional[List[str]] = None,
        triggers: Optional[List[str]] = None,
        level: Optional[Literal["error", "info"]] = None,
        status: Optional[List[Literal["paused", "running", "completed", "failed", "cancelled"]]] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        execution_id: Optional[str] = None,
        min_duration_ms: Optional[int] = None,
        max_duration_ms: Optional[int] = None,
        min_cost: Optional[float] = None,
        max_cost: Optional[float] = None,
        model: Optional[str] = None,
        search: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Download:
        """Exports all runs that match the filters, as a file
        
        workspace_id: Id of the workspace.
        format: `jsonl` writes one JSON object on each line; `csv` writes a table for spreadsheets, without spans and outputs.
        details: `full` includes the workflow and the execution data of each run.
        include_trace_spans: With `details=full`: includes the trace spans.
        include_final_output: With `details=full`: includes the final output.
        order: The order by start time: newest first (`desc`) or oldest first (`asc`).
        workflow_ids: Ids of workflows, separated by commas.
        folder_ids: Only workflows directly in these folders, without subfolders.
        triggers: Only runs with these triggers (`api`, `manual`, `webhook`, `schedule`, `chat`, `workflow`), or of these kinds or providers of triggers (`table`, `github` …); `all` for all triggers.
        level: Only runs without a failure (`info`), or only failed runs (`error`).
        status: Only runs with these statuses (`running`, `paused`, `completed`, `failed`, `cancelled`), separated by commas.
        start_date: Only runs that started at this time or later.
        end_date: Only runs that started at this time or earlier.
        execution_id: Only the run with this id.
        min_duration_ms: Only runs with at least this duration, in ms.
        max_duration_ms: Only runs with at most this duration, in ms.
        min_cost: Only runs with at least this cost, in US dollars.
        max_cost: Only runs with at most this cost, in US dollars.
        model: Only runs that used this model.
        search: A part of an error message or of a workflow name. Letter case is ignored.
        """
        return self._transport.download(Request("GET", "/api/v1/logs/export", query={"format": format, "details": details, "includeTraceSpans": include_trace_spans, "includeFinalOutput": include_final_output, "order": order, "workspaceId": workspace_id, "workflowIds": workflow_ids, "folderIds": folder_ids, "triggers": triggers, "level": level, "status": status, "startDate": start_date, "endDate": end_date, "executionId": execution_id, "minDurationMs": min_duration_ms, "maxDurationMs": max_duration_ms, "minCost": min_cost, "maxCost": max_cost, "model": model, "search": search}, accept="application/x-ndjson"), timeout)

    def summary(
        self,
        *,
        workspace_id: str,
        bucket: Optional[Literal["5m", "1h", "1d"]] = None,
        group_by: Optional[Literal["workflow"]] = None,
        workflow_ids: Optional[List[str]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.LogsSummaryAnswer:
        """Returns counts, durations and cost of runs over time. At most the latest 200,000 runs of the range count.
        
        workspace_id: Id of the workspace.
        bucket: Length of the spans of time: 5 minutes, an hour or a day. They begin at whole hours and days in UTC.
        group_by: `workflow` has figures for each workflow instead of all together.
        workflow_ids: Only runs of these workflows, separated by commas.
        from_: Only runs that started at this time or later; a day before `to` when absent.
        to: Only runs that started before this time; now when absent.
        """
        answer: t.LogsSummaryAnswer = self._transport.json(Request("GET", "/api/v1/logs/summary", query={"bucket": bucket, "groupBy": group_by, "workspaceId": workspace_id, "workflowIds": workflow_ids, "from": from_, "to": to}), timeout)
        return answer

    def get(
        self,
        id: str,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.LogsGetAnswer:
        """Returns one run with its spans and its output. With `workspaceId`, the id may be the execution id that the caller of the run chose.
        
        workspace_id: Only a run of this workspace.
        """
        answer: t.LogsGetAnswer = self._transport.json(Request("GET", f"/api/v1/logs/{segment(id)}", query={"workspaceId": workspace_id}), timeout)
        return answer


class RunEventsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        execution_id: str,
        *,
        after: Optional[int] = None,
        node: Optional[str] = None,
        limit: Optional[int] = None,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.RunEventsPage:
        """Lists the events of a run in the order in which they happened. With `Accept: text/event-stream` it sends them as server-sent events, and those that happen later until the run ends; to continue after a disconnect, send the id of the last event.
        
        after: Only events after this position.
        node: Only events of blocks whose name within the run begins like this, such as `loop[3]/`, and events of the run itself.
        limit: Maximum number of events on the page. A page of large events has fewer.
        workspace_id: The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access.
        """
        answer: t.RunEventsPage = self._transport.json(Request("GET", f"/api/v1/logs/executions/{segment(execution_id)}/events", query={"after": after, "node": node, "limit": limit, "workspaceId": workspace_id}), timeout)
        return answer

    def part(
        self,
        execution_id: str,
        position: str,
        *,
        path: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.RunEventsPartAnswer:
        """Returns a value of an event, such as one that is left out of the list, part by part
        
        path: Path of the value within `payload`, such as `output.rows[3]`; absent for the whole payload.
        offset: Place of the first character or member to return.
        limit: Maximum number of characters of a text, or of members of a list or an object.
        workspace_id: The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access.
        """
        answer: t.RunEventsPartAnswer = self._transport.json(Request("GET", f"/api/v1/logs/executions/{segment(execution_id)}/events/{segment(position)}", query={"path": path, "offset": offset, "limit": limit, "workspaceId": workspace_id}), timeout)
        return answer


class HoldsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def release(
        self,
        execution_id: str,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.HoldsReleaseAnswer:
        """Releases the hold of a run, so that retention may delete it
        
        workspace_id: The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access.
        """
        answer: t.HoldsReleaseAnswer = self._transport.json(Request("DELETE", f"/api/v1/logs/executions/{segment(execution_id)}/hold", query={"workspaceId": workspace_id}), timeout)
        return answer

    def find(
        self,
        execution_id: str,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.HoldsFindAnswer:
        """Says whether a run is on hold, and why
        
        workspace_id: The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access.
        """
        answer: t.HoldsFindAnswer = self._transport.json(Request("GET", f"/api/v1/logs/executions/{segment(execution_id)}/hold", query={"workspaceId": workspace_id}), timeout)
        return answer

    def place(
        self,
        execution_id: str,
        body: t.PlaceHoldRequest,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.HoldsPlaceAnswer:
        """Places a hold on a run, which keeps it beyond its retention period
        
        workspace_id: The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access.
        """
        answer: t.HoldsPlaceAnswer = self._transport.json(Request("PUT", f"/api/v1/logs/executions/{segment(execution_id)}/hold", query={"workspaceId": workspace_id}, body=body), timeout)
        return answer


class McpServersOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.McpServersListAnswer:
        """Lists the MCP servers that a workspace uses, the oldest first
        
        workspace_id: Id of the workspace.
        """
        answer: t.McpServersListAnswer = self._transport.json(Request("GET", "/api/v1/mcp-servers", query={"workspaceId": workspace_id}), timeout)
        return answer

    def register(
        self,
        body: t.RegisterMcpServerRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.McpServersRegisterAnswer:
        """Registers an MCP server. It is not asked yet."""
        answer: t.McpServersRegisterAnswer = self._transport.json(Request("POST", "/api/v1/mcp-servers", body=body), timeout)
        return answer

    def delete(
        self,
        mcp_server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.McpServersDeleteAnswer:
        """Deletes a registration. Runs that use its tools fail at their next call."""
        answer: t.McpServersDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/mcp-servers/{segment(mcp_server_id)}"), timeout)
        return answer

    def get(
        self,
        mcp_server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.McpServersGetAnswer:
        """Gets one MCP server"""
        answer: t.McpServersGetAnswer = self._transport.json(Request("GET", f"/api/v1/mcp-servers/{segment(mcp_server_id)}"), timeout)
        return answer

    def change(
        self,
        mcp_server_id: str,
        body: Optional[t.ChangeMcpServerRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.McpServersChangeAnswer:
        """Changes a registration. The address stays."""
        answer: t.McpServersChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/mcp-servers/{segment(mcp_server_id)}", body=body), timeout)
        return answer

    def authorize(
        self,
        mcp_server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.McpServersAuthorizeAnswer:
        """Begins the sign-in of a person to an MCP server: the browser then goes to the address, and comes back to the page of MCP servers. From then on, workflows of the workspace use the server in the name of this person."""
        answer: t.McpServersAuthorizeAnswer = self._transport.json(Request("POST", f"/api/v1/mcp-servers/{segment(mcp_server_id)}/authorization"), timeout)
        return answer

    def refresh(
        self,
        mcp_server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.McpServersRefreshAnswer:
        """Asks a server for its tools, and records what has changed since the last refresh"""
        answer: t.McpServersRefreshAnswer = self._transport.json(Request("POST", f"/api/v1/mcp-servers/{segment(mcp_server_id)}/refresh"), timeout)
        return answer

    def test(
        self,
        mcp_server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.McpServersTestAnswer:
        """Asks a server whether it answers, with its headers"""
        answer: t.McpServersTestAnswer = self._transport.json(Request("POST", f"/api/v1/mcp-servers/{segment(mcp_server_id)}/test"), timeout)
        return answer

    def tools(
        self,
        mcp_server_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.McpServersToolsAnswer:
        """Lists the tools of a server, as this process knew them at most 5 minutes ago"""
        answer: t.McpServersToolsAnswer = self._transport.json(Request("GET", f"/api/v1/mcp-servers/{segment(mcp_server_id)}/tools"), timeout)
        return answer


class MemoryOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.Conversation, t.MemoryListAnswer]:
        """Lists the conversations of a workspace, sorted by id
        
        workspace_id: Id of the workspace that contains the conversation.
        search: Only conversations whose id begins with this text.
        limit: Maximum number of conversations to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.MemoryListAnswer:
            answer: t.MemoryListAnswer = self._transport.json(Request("GET", "/api/v1/memory", query={"search": search, "limit": limit, "cursor": cursor if behind is None else behind, "workspaceId": workspace_id}), timeout)
            return answer

        return Paged("data", load)

    def delete(
        self,
        conversation_id: str,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.MemoryDeleteAnswer:
        """Deletes the messages of a conversation. Its events, which contain no text, remain as a proof.
        
        workspace_id: Id of the workspace that contains the conversation.
        """
        answer: t.MemoryDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/memory/{segment(conversation_id)}", query={"workspaceId": workspace_id}), timeout)
        return answer

    def get(
        self,
        conversation_id: str,
        *,
        workspace_id: str,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.MemoryTurn, t.ConversationPage]:
        """Gets a conversation with its newest turns
        
        workspace_id: Id of the workspace that contains the conversation.
        limit: Maximum number of turns to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.ConversationPage:
            answer: t.ConversationPage = self._transport.json(Request("GET", f"/api/v1/memory/{segment(conversation_id)}", query={"limit": limit, "cursor": cursor if behind is None else behind, "workspaceId": workspace_id}), timeout)
            return answer

        return Paged("data.turns", load)

    def export(
        self,
        conversation_id: str,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> Download:
        """Exports a conversation as a file, oldest turn first
        
        workspace_id: Id of the workspace that contains the conversation.
        """
        return self._transport.download(Request("GET", f"/api/v1/memory/{segment(conversation_id)}/export", query={"workspaceId": workspace_id}, accept="application/x-ndjson"), timeout)


class ModelProvidersOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.ModelProvidersListAnswer:
        """Lists the model providers of a workspace, the oldest first
        
        workspace_id: Id of the workspace.
        """
        answer: t.ModelProvidersListAnswer = self._transport.json(Request("GET", "/api/v1/model-providers", query={"workspaceId": workspace_id}), timeout)
        return answer

    def create(
        self,
        body: t.CreateModelProviderRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.ModelProvidersCreateAnswer:
        """Creates a model provider"""
        answer: t.ModelProvidersCreateAnswer = self._transport.json(Request("POST", "/api/v1/model-providers", body=body), timeout)
        return answer

    def delete(
        self,
        provider_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.ModelProvidersDeleteAnswer:
        """Deletes a model provider. Runs that use it fail at their next call."""
        answer: t.ModelProvidersDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/model-providers/{segment(provider_id)}"), timeout)
        return answer

    def change(
        self,
        provider_id: str,
        body: Optional[t.ChangeModelProviderRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.ModelProvidersChangeAnswer:
        """Changes a model provider. A base address of another origin needs the key again."""
        answer: t.ModelProvidersChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/model-providers/{segment(provider_id)}", body=body), timeout)
        return answer

    def test(
        self,
        provider_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.ModelProvidersTestAnswer:
        """Asks a provider for its models, with its key"""
        answer: t.ModelProvidersTestAnswer = self._transport.json(Request("POST", f"/api/v1/model-providers/{segment(provider_id)}/test"), timeout)
        return answer


class ModelsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.ModelsListAnswer:
        """Lists the models that may be used in a workspace and that are known by name. Providers may take further names.
        
        workspace_id: Id of the workspace.
        """
        answer: t.ModelsListAnswer = self._transport.json(Request("GET", "/api/v1/models", query={"workspaceId": workspace_id}), timeout)
        return answer

    def health(
        self,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.ModelsHealthAnswer:
        """Shows the circuit breakers of the providers that may be used in a workspace, as the process that answers sees them
        
        workspace_id: Id of the workspace.
        """
        answer: t.ModelsHealthAnswer = self._transport.json(Request("GET", "/api/v1/models/health", query={"workspaceId": workspace_id}), timeout)
        return answer

    def test(
        self,
        body: t.TestModelRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.ModelsTestAnswer:
        """Asks the provider of a model, or a provider, for its models"""
        answer: t.ModelsTestAnswer = self._transport.json(Request("POST", "/api/v1/models/test", body=body), timeout)
        return answer


class OperatorOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def status(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.OperatorStatusAnswer:
        """Returns the state of the server for its operators: processes, queue, projections, exports, free space and checks"""
        answer: t.OperatorStatusAnswer = self._transport.json(Request("GET", "/api/v1/operator/status"), timeout)
        return answer


class OrganizationsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.OrganizationsListAnswerDataItem, t.OrganizationsListAnswer]:
        """Lists the organizations of this installation
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.OrganizationsListAnswer:
            answer: t.OrganizationsListAnswer = self._transport.json(Request("GET", "/api/v1/organizations", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def create(
        self,
        body: t.CreateOrganizationRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationsCreateAnswer:
        """Creates an organization that the caller owns"""
        answer: t.OrganizationsCreateAnswer = self._transport.json(Request("POST", "/api/v1/organizations", body=body), timeout)
        return answer

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationsGetAnswer:
        """Returns one organization, for its admins"""
        answer: t.OrganizationsGetAnswer = self._transport.json(Request("GET", f"/api/v1/organizations/{segment(id)}"), timeout)
        return answer

    def change(
        self,
        id: str,
        body: Optional[t.ChangeOrganizationRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationsChangeAnswer:
        """Changes the name or the plan of an organization"""
        answer: t.OrganizationsChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/organizations/{segment(id)}", body=body), timeout)
        return answer

    def sign_in_policy(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationsSignInPolicyAnswer:
        """Says how people must sign in before their sessions reach the organization and its workspaces, for its admins"""
        answer: t.OrganizationsSignInPolicyAnswer = self._transport.json(Request("GET", f"/api/v1/organizations/{segment(id)}/sign-in-policy"), timeout)
        return answer

    def change_sign_in_policy(
        self,
        id: str,
        body: t.SignInPolicyRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationsChangeSignInPolicyAnswer:
        """Changes how people must sign in before their sessions reach the organization and its workspaces. It takes effect within a second, also for sessions that have begun. API keys are not concerned."""
        answer: t.OrganizationsChangeSignInPolicyAnswer = self._transport.json(Request("PUT", f"/api/v1/organizations/{segment(id)}/sign-in-policy", body=body), timeout)
        return answer


class OrganizationInvitationsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.InvitationView, t.OrganizationInvitationsListAnswer]:
        """Lists the open invitations of an organization, for its owners
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.OrganizationInvitationsListAnswer:
            answer: t.OrganizationInvitationsListAnswer = self._transport.json(Request("GET", f"/api/v1/organizations/{segment(id)}/invitations", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def invite(
        self,
        id: str,
        body: t.AddOrganizationMemberRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationInvitationsInviteAnswer:
        """Invites an address to an organization, whether a user has it or not. The response contains the token of a link (`/invite#<token>`) that counts once; it is shown only here. An address that is invited again gets a new link instead of the former one."""
        answer: t.OrganizationInvitationsInviteAnswer = self._transport.json(Request("POST", f"/api/v1/organizations/{segment(id)}/invitations", body=body), timeout)
        return answer

    def withdraw(
        self,
        id: str,
        invitation_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationInvitationsWithdrawAnswer:
        """Withdraws an open invitation"""
        answer: t.OrganizationInvitationsWithdrawAnswer = self._transport.json(Request("DELETE", f"/api/v1/organizations/{segment(id)}/invitations/{segment(invitation_id)}"), timeout)
        return answer


class OrganizationMembersOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.OrganizationMemberView, t.OrganizationMembersListAnswer]:
        """Lists the members of an organization
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.OrganizationMembersListAnswer:
            answer: t.OrganizationMembersListAnswer = self._transport.json(Request("GET", f"/api/v1/organizations/{segment(id)}/members", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def add(
        self,
        id: str,
        body: t.AddOrganizationMemberRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationMembersAddAnswer:
        """Adds a member to an organization, if the caller is an operator; else invites the address. The response to an invitation is the same whether a user has the address or not. An address that is invited again gets a new invitation instead of the former one."""
        answer: t.OrganizationMembersAddAnswer = self._transport.json(Request("POST", f"/api/v1/organizations/{segment(id)}/members", body=body), timeout)
        return answer

    def remove(
        self,
        id: str,
        user_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationMembersRemoveAnswer:
        """Removes a member from an organization; the member's keys lose access to it. Memberships in workspaces of the organization end too, and workspaces that the member owned become an organization owner's. Members may leave by themselves."""
        answer: t.OrganizationMembersRemoveAnswer = self._transport.json(Request("DELETE", f"/api/v1/organizations/{segment(id)}/members/{segment(user_id)}"), timeout)
        return answer

    def change(
        self,
        id: str,
        user_id: str,
        body: t.ChangeOrganizationMemberRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.OrganizationMembersChangeAnswer:
        """Changes the role of a member"""
        answer: t.OrganizationMembersChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/organizations/{segment(id)}/members/{segment(user_id)}", body=body), timeout)
        return answer


class SessionOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def sign_out(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.SessionSignOutAnswer:
        """Signs out: ends the session of this request"""
        answer: t.SessionSignOutAnswer = self._transport.json(Request("DELETE", "/api/v1/session"), timeout)
        return answer

    def get(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.SessionGetAnswer:
        """Returns who calls: the user, their organizations and the workspaces that the session or the API key reaches"""
        answer: t.SessionGetAnswer = self._transport.json(Request("GET", "/api/v1/session"), timeout)
        return answer

    def sign_in(
        self,
        body: t.SignInRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.SessionSignInAnswer:
        """Signs a person in. The response sets the cookie of the session."""
        answer: t.SessionSignInAnswer = self._transport.json(Request("POST", "/api/v1/session", body=body), timeout)
        return answer

    def confirm(
        self,
        body: Optional[t.ConfirmSessionRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.SessionConfirmAnswer:
        """Proves again who the person is: what needs a recent sign-in is then possible for ten minutes. The cookie gets another value."""
        answer: t.SessionConfirmAnswer = self._transport.json(Request("POST", "/api/v1/session/confirm", body=body), timeout)
        return answer


class IdentitiesOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def confirm(
        self,
        body: t.ConfirmAtProviderRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.IdentitiesConfirmAnswer:
        """Begins to prove again at a provider who the person is: the browser then goes to the address, where the person signs in again. Afterwards, what needs a recent sign-in is possible for ten minutes."""
        answer: t.IdentitiesConfirmAnswer = self._transport.json(Request("POST", "/api/v1/session/confirm/provider", body=body), timeout)
        return answer

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.IdentitiesListAnswer:
        """Lists the accounts at providers with which the person signs in, and whether they have a password"""
        answer: t.IdentitiesListAnswer = self._transport.json(Request("GET", "/api/v1/users/me/identities"), timeout)
        return answer

    def link(
        self,
        body: t.ProviderRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.IdentitiesLinkAnswer:
        """Begins to link an account at a provider: the browser then goes to the address, and comes back to the page of the account"""
        answer: t.IdentitiesLinkAnswer = self._transport.json(Request("POST", "/api/v1/users/me/identities", body=body), timeout)
        return answer

    def unlink(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.IdentitiesUnlinkAnswer:
        """Unlinks an account at a provider. Sessions that were started with it end."""
        answer: t.IdentitiesUnlinkAnswer = self._transport.json(Request("DELETE", f"/api/v1/users/me/identities/{segment(id)}"), timeout)
        return answer


class SignInWaysOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.SignInWaysGetAnswer:
        """Returns how people sign in: whether the installation is set up, at which providers, and whether passwords are accepted at this address"""
        answer: t.SignInWaysGetAnswer = self._transport.json(Request("GET", "/api/v1/sign-in"), timeout)
        return answer


class TablesOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.TablesListAnswer:
        """Lists the tables of a workspace
        
        workspace_id: Id of the workspace.
        """
        answer: t.TablesListAnswer = self._transport.json(Request("GET", "/api/v1/tables", query={"workspaceId": workspace_id}), timeout)
        return answer

    def create(
        self,
        body: t.CreateTableRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.TablesCreateAnswer:
        """Creates a table"""
        answer: t.TablesCreateAnswer = self._transport.json(Request("POST", "/api/v1/tables", body=body), timeout)
        return answer

    def archive(
        self,
        table_id: str,
        body: Optional[t.MaybeWorkspaceRequest] = None,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.TablesArchiveAnswer:
        """Archives a table. Its rows can no longer be read, and its name is free.
        
        workspace_id: Id of the workspace. Required in the body or in the query.
        """
        answer: t.TablesArchiveAnswer = self._transport.json(Request("DELETE", f"/api/v1/tables/{segment(table_id)}", query={"workspaceId": workspace_id}, body=body), timeout)
        return answer

    def get(
        self,
        table_id: str,
        *,
        workspace_id: str,
        timeout: Optional[float] = None,
    ) -> t.TablesGetAnswer:
        """Returns a table with its columns
        
        workspace_id: Id of the workspace.
        """
        answer: t.TablesGetAnswer = self._transport.json(Request("GET", f"/api/v1/tables/{segment(table_id)}", query={"workspaceId": workspace_id}), timeout)
        return answer


class TableColumnsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def delete(
        self,
        table_id: str,
        body: t.ColumnNameRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.TableColumnsDeleteAnswer:
        """Deletes a column with its cells"""
        answer: t.TableColumnsDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/tables/{segment(table_id)}/columns", body=body), timeout)
        return answer

    def change(
        self,
        table_id: str,
        body: t.ChangeColumnRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.TableColumnsChangeAnswer:
        """Changes the name, the type or the rules of a column. Existing rows must satisfy them."""
        answer: t.TableColumnsChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/tables/{segment(table_id)}/columns", body=body), timeout)
        return answer

    def add(
        self,
        table_id: str,
        body: t.AddColumnRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.TableColumnsAddAnswer:
        """Adds a column, at a position or at the end"""
        answer: t.TableColumnsAddAnswer = self._transport.json(Request("POST", f"/api/v1/tables/{segment(table_id)}/columns", body=body), timeout)
        return answer


class TableCsvOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def export(
        self,
        table_id: str,
        *,
        workspace_id: str,
        filter: Optional[str] = None,
        as_of: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Download:
        """Exports rows as a CSV file that is safe to open in a spreadsheet
        
        workspace_id: Id of the workspace.
        filter: Filter as JSON: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`.
        as_of: Returns the state at this time, with the present columns. The default is now.
        """
        return self._transport.download(Request("GET", f"/api/v1/tables/{segment(table_id)}/export", query={"filter": filter, "asOf": as_of, "workspaceId": workspace_id}, accept="text/csv"), timeout)

    def import_(
        self,
        table_id: str,
        content: Upload,
        *,
        workspace_id: str,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> t.TableCsvImportAnswer:
        """Imports the rows of a CSV file into a table, or with `dryRun=true` only reports what an import would do. With `Accept: application/x-ndjson` the response is a stream of progress lines, and the report is the last line.
        
        workspace_id: Id of the workspace.
        dry_run: Whether to report what the import would do, without inserting a row.
        """
        answer: t.TableCsvImportAnswer = self._transport.json(Request("POST", f"/api/v1/tables/{segment(table_id)}/import", query={"dryRun": dry_run, "workspaceId": workspace_id}, content=Source(content), content_type="text/csv"), timeout)
        return answer


class TableRowsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def delete_matching(
        self,
        table_id: str,
        body: Optional[t.DeleteRowsRequest] = None,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.TableRowsDeleteMatchingAnswer:
        """Deletes the rows that match a filter, or those with the given ids
        
        workspace_id: Id of the workspace. Required in the body or in the query.
        """
        answer: t.TableRowsDeleteMatchingAnswer = self._transport.json(Request("DELETE", f"/api/v1/tables/{segment(table_id)}/rows", query={"workspaceId": workspace_id}, body=body, repeatable=False), timeout)
        return answer

    def query(
        self,
        table_id: str,
        *,
        workspace_id: str,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        include_total: Optional[bool] = None,
        cursor: Optional[str] = None,
        filter: Optional[str] = None,
        as_of: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.RowView, t.TableRowsQueryAnswer]:
        """Lists the rows that match a filter
        
        workspace_id: Id of the workspace.
        sort: Sort as JSON: `{"column": "desc"}`. The default is the order of insertion.
        limit: Maximum number of rows to return.
        offset: Number of rows to skip. It excludes `cursor`. The default is 0.
        include_total: Whether to count all matching rows.
        cursor: The `nextCursor` of the previous page. It excludes `offset`.
        filter: Filter as JSON: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`.
        as_of: Returns the state at this time, with the present columns. The default is now.
        """

        def load(behind: Any) -> t.TableRowsQueryAnswer:
            answer: t.TableRowsQueryAnswer = self._transport.json(Request("GET", f"/api/v1/tables/{segment(table_id)}/rows", query={"sort": sort, "limit": limit, "offset": offset if behind is None else None, "includeTotal": include_total, "cursor": cursor if behind is None else behind, "filter": filter, "asOf": as_of, "workspaceId": workspace_id}), timeout)
            return answer

        return Paged("data.rows", load)

    def insert(
        self,
        table_id: str,
        body: t.InsertRowsRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.TableRowsInsertAnswer:
        """Inserts one row, or up to 1,000 at once"""
        answer: t.TableRowsInsertAnswer = self._transport.json(Request("POST", f"/api/v1/tables/{segment(table_id)}/rows", body=body), timeout)
        return answer

    def update_matching(
        self,
        table_id: str,
        body: t.UpdateRowsRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.TableRowsUpdateMatchingAnswer:
        """Updates the rows that match a filter"""
        answer: t.TableRowsUpdateMatchingAnswer = self._transport.json(Request("PUT", f"/api/v1/tables/{segment(table_id)}/rows", body=body, repeatable=False), timeout)
        return answer

    def update_batch(
        self,
        table_id: str,
        body: t.UpdateRowBatchRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.TableRowsUpdateBatchAnswer:
        """Changes different cells of up to 1,000 rows, all or none"""
        answer: t.TableRowsUpdateBatchAnswer = self._transport.json(Request("POST", f"/api/v1/tables/{segment(table_id)}/rows/batch", body=body), timeout)
        return answer

    def upsert(
        self,
        table_id: str,
        body: t.UpsertRowRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.TableRowsUpsertAnswer:
        """Replaces the row that has the same value in a unique column, or inserts a new one"""
        answer: t.TableRowsUpsertAnswer = self._transport.json(Request("POST", f"/api/v1/tables/{segment(table_id)}/rows/upsert", body=body), timeout)
        return answer

    def delete(
        self,
        table_id: str,
        row_id: str,
        body: Optional[t.MaybeWorkspaceRequest] = None,
        *,
        workspace_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.TableRowsDeleteAnswer:
        """Deletes a row
        
        workspace_id: Id of the workspace. Required in the body or in the query.
        """
        answer: t.TableRowsDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/tables/{segment(table_id)}/rows/{segment(row_id)}", query={"workspaceId": workspace_id}, body=body), timeout)
        return answer

    def get(
        self,
        table_id: str,
        row_id: str,
        *,
        workspace_id: str,
        as_of: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.TableRowsGetAnswer:
        """Returns a row
        
        workspace_id: Id of the workspace.
        as_of: Returns the state at this time, with the present columns. The default is now.
        """
        answer: t.TableRowsGetAnswer = self._transport.json(Request("GET", f"/api/v1/tables/{segment(table_id)}/rows/{segment(row_id)}", query={"asOf": as_of, "workspaceId": workspace_id}), timeout)
        return answer

    def update(
        self,
        table_id: str,
        row_id: str,
        body: t.RowDataRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.TableRowsUpdateAnswer:
        """Changes cells of a row"""
        answer: t.TableRowsUpdateAnswer = self._transport.json(Request("PATCH", f"/api/v1/tables/{segment(table_id)}/rows/{segment(row_id)}", body=body), timeout)
        return answer


class RowHistoryOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        table_id: str,
        row_id: str,
        *,
        workspace_id: str,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.RowChangeView, t.RowHistoryListAnswer]:
        """Lists the changes of a row, newest first
        
        workspace_id: Id of the workspace.
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.RowHistoryListAnswer:
            answer: t.RowHistoryListAnswer = self._transport.json(Request("GET", f"/api/v1/tables/{segment(table_id)}/rows/{segment(row_id)}/history", query={"workspaceId": workspace_id, "limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data.changes", load)

    def undo(
        self,
        table_id: str,
        row_id: str,
        change_id: str,
        body: t.WorkspaceRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.RowHistoryUndoAnswer:
        """Reverts one change of a row, unless one of its cells has been changed since"""
        answer: t.RowHistoryUndoAnswer = self._transport.json(Request("POST", f"/api/v1/tables/{segment(table_id)}/rows/{segment(row_id)}/history/{segment(change_id)}/undo", body=body), timeout)
        return answer


class TriggersOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        workflow_id: Optional[str] = None,
        kind: Optional[Literal["schedule", "webhook", "chat", "table", "event", "polling"]] = None,
        provider: Optional[str] = None,
        status: Optional[Literal["paused", "active", "disabled", "retired"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.Trigger, t.TriggersListAnswer]:
        """Lists the triggers of a workspace, oldest first
        
        workspace_id: Id of the workspace.
        workflow_id: Only triggers of this workflow.
        kind: Only triggers of this kind.
        provider: Only triggers whose events come from this provider, for example `github`.
        status: Only triggers in this state.
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.TriggersListAnswer:
            answer: t.TriggersListAnswer = self._transport.json(Request("GET", "/api/v1/triggers", query={"workspaceId": workspace_id, "workflowId": workflow_id, "kind": kind, "provider": provider, "status": status, "limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def get(
        self,
        trigger_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.TriggersGetAnswer:
        """Gets a trigger"""
        answer: t.TriggersGetAnswer = self._transport.json(Request("GET", f"/api/v1/triggers/{segment(trigger_id)}"), timeout)
        return answer

    def change(
        self,
        trigger_id: str,
        body: Optional[t.ChangeTriggerRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.TriggersChangeAnswer:
        """Pauses or resumes a trigger, or changes its failure limit"""
        answer: t.TriggersChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/triggers/{segment(trigger_id)}", body=body), timeout)
        return answer


class WebhooksOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def listen_to_trigger(
        self,
        trigger_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WebhooksListenToTriggerAnswer:
        """Waits 120 seconds for one event of a trigger. The event is checked and read as the block of the draft says, and starts no run. A webhook block of a draft that was never deployed is found by the id that its trigger will have."""
        answer: t.WebhooksListenToTriggerAnswer = self._transport.json(Request("POST", f"/api/v1/triggers/{segment(trigger_id)}/listen"), timeout)
        return answer

    def get_listener(
        self,
        trigger_id: str,
        listen_token: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WebhooksGetListenerAnswer:
        """Gets a listener with the event that it has received. It is kept for an hour."""
        answer: t.WebhooksGetListenerAnswer = self._transport.json(Request("GET", f"/api/v1/triggers/{segment(trigger_id)}/listen/{segment(listen_token)}"), timeout)
        return answer

    def rotate_secret(
        self,
        trigger_id: str,
        body: Optional[t.RotateSecretRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WebhooksRotateSecretAnswer:
        """Replaces the secret of a trigger. The secret before is accepted for 24 more hours."""
        answer: t.WebhooksRotateSecretAnswer = self._transport.json(Request("POST", f"/api/v1/triggers/{segment(trigger_id)}/rotate-secret", body=body), timeout)
        return answer

    def listen_to_draft(
        self,
        id: str,
        body: t.ListenRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WebhooksListenToDraftAnswer:
        """Waits 120 seconds for one event of a webhook block of a draft, which need not have been deployed"""
        answer: t.WebhooksListenToDraftAnswer = self._transport.json(Request("POST", f"/api/v1/workflows/{segment(id)}/listen", body=body), timeout)
        return answer

    def get_test_event(
        self,
        token: str,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Delivers an event to a listener by GET, if the webhook accepts other methods; also tests of the address by providers"""
        return self._transport.download(Request("GET", f"/api/webhooks/test/{segment(token)}", repeatable=False, accept="*/*"), timeout)

    def post_test_event(
        self,
        token: str,
        body: Optional[Any] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Delivers an event to a listener. It is checked and read as the webhook block of the draft says, and starts no run."""
        return self._transport.download(Request("POST", f"/api/webhooks/test/{segment(token)}", body=body, accept="*/*"), timeout)

    def delete(
        self,
        path: str,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Delivers an event by DELETE, if the webhook accepts other methods"""
        return self._transport.download(Request("DELETE", f"/api/webhooks/trigger/{segment(path)}", repeatable=False, accept="*/*"), timeout)

    def get(
        self,
        path: str,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Delivers an event by GET, if the webhook accepts other methods; also tests of the address by providers"""
        return self._transport.download(Request("GET", f"/api/webhooks/trigger/{segment(path)}", repeatable=False, accept="*/*"), timeout)

    def patch(
        self,
        path: str,
        body: Optional[Any] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Delivers an event by PATCH, if the webhook accepts other methods"""
        return self._transport.download(Request("PATCH", f"/api/webhooks/trigger/{segment(path)}", body=body, accept="*/*"), timeout)

    def post(
        self,
        path: str,
        body: Optional[Any] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Delivers an event to a webhook. The delivery and its run are durable before the response."""
        return self._transport.download(Request("POST", f"/api/webhooks/trigger/{segment(path)}", body=body, accept="*/*"), timeout)

    def put(
        self,
        path: str,
        body: Optional[Any] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Delivers an event by PUT, if the webhook accepts other methods"""
        return self._transport.download(Request("PUT", f"/api/webhooks/trigger/{segment(path)}", body=body, repeatable=False, accept="*/*"), timeout)


class UsersOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.UsersListAnswerDataItem, t.UsersListAnswer]:
        """Lists the users of this installation
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.UsersListAnswer:
            answer: t.UsersListAnswer = self._transport.json(Request("GET", "/api/v1/users", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def create(
        self,
        body: t.CreateUserRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.UsersCreateAnswer:
        """Creates a user"""
        answer: t.UsersCreateAnswer = self._transport.json(Request("POST", "/api/v1/users", body=body), timeout)
        return answer

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.UsersGetAnswer:
        """Returns one user"""
        answer: t.UsersGetAnswer = self._transport.json(Request("GET", f"/api/v1/users/{segment(id)}"), timeout)
        return answer

    def change(
        self,
        id: str,
        body: Optional[t.ChangeUserRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.UsersChangeAnswer:
        """Changes a user: the name, whether they operate the server, whether they are suspended"""
        answer: t.UsersChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/users/{segment(id)}", body=body), timeout)
        return answer


class OwnUserOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def change(
        self,
        body: Optional[t.ChangeOwnUserRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.OwnUserChangeAnswer:
        """Changes the name of the caller. Requires a session, or a personal key without limits."""
        answer: t.OwnUserChangeAnswer = self._transport.json(Request("PATCH", "/api/v1/users/me", body=body), timeout)
        return answer


class PersonalApiKeysOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.PersonalApiKeysListAnswerDataItem, t.PersonalApiKeysListAnswer]:
        """Lists the API keys of a user
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.PersonalApiKeysListAnswer:
            answer: t.PersonalApiKeysListAnswer = self._transport.json(Request("GET", "/api/v1/users/me/api-keys", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def issue(
        self,
        body: t.IssueApiKeyRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.PersonalApiKeysIssueAnswer:
        """Creates a personal API key. No other response shows its value."""
        answer: t.PersonalApiKeysIssueAnswer = self._transport.json(Request("POST", "/api/v1/users/me/api-keys", body=body), timeout)
        return answer

    def revoke(
        self,
        key_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.PersonalApiKeysRevokeAnswer:
        """Revokes an API key at once"""
        answer: t.PersonalApiKeysRevokeAnswer = self._transport.json(Request("DELETE", f"/api/v1/users/me/api-keys/{segment(key_id)}"), timeout)
        return answer

    def change(
        self,
        key_id: str,
        body: Optional[t.ChangeApiKeyRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.PersonalApiKeysChangeAnswer:
        """Changes the name, the expiry or the allowed addresses of an API key"""
        answer: t.PersonalApiKeysChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/users/me/api-keys/{segment(key_id)}", body=body), timeout)
        return answer

    def rotate(
        self,
        key_id: str,
        body: Optional[t.RotateApiKeyRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.PersonalApiKeysRotateAnswer:
        """Rotates an API key: gives it a new value. The previous value stays valid for `overlapSeconds`."""
        answer: t.PersonalApiKeysRotateAnswer = self._transport.json(Request("POST", f"/api/v1/users/me/api-keys/{segment(key_id)}/rotate", body=body), timeout)
        return answer


class UserSessionsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def change_password(
        self,
        body: t.ChangePasswordRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.UserSessionsChangePasswordAnswer:
        """Changes the password of the person who is signed in. All their other sessions end; the cookie gets another value."""
        answer: t.UserSessionsChangePasswordAnswer = self._transport.json(Request("PUT", "/api/v1/users/me/password", body=body, repeatable=False), timeout)
        return answer

    def end_others(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.UserSessionsEndOthersAnswer:
        """Ends all sessions of the caller but the one of this request"""
        answer: t.UserSessionsEndOthersAnswer = self._transport.json(Request("DELETE", "/api/v1/users/me/sessions"), timeout)
        return answer

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.Sessions:
        """Lists where the caller is signed in, the newest first"""
        answer: t.Sessions = self._transport.json(Request("GET", "/api/v1/users/me/sessions"), timeout)
        return answer

    def end(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.UserSessionsEndAnswer:
        """Ends one session of the caller"""
        answer: t.UserSessionsEndAnswer = self._transport.json(Request("DELETE", f"/api/v1/users/me/sessions/{segment(id)}"), timeout)
        return answer

    def recover(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.UserSessionsRecoverAnswer:
        """Makes a link with which a user chooses another password. It counts once, for an hour, and replaces earlier links of the user. Only for operators."""
        answer: t.UserSessionsRecoverAnswer = self._transport.json(Request("POST", f"/api/v1/users/{segment(id)}/recovery-link"), timeout)
        return answer


class SecondFactorOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def remove(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.SecondFactorRemoveAnswer:
        """Turns the second factor off: a sign-in needs the password alone"""
        answer: t.SecondFactorRemoveAnswer = self._transport.json(Request("DELETE", "/api/v1/users/me/second-factor"), timeout)
        return answer

    def get(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.SecondFactorGetAnswer:
        """Returns whether a sign-in needs a code of an authenticator app beside the password"""
        answer: t.SecondFactorGetAnswer = self._transport.json(Request("GET", "/api/v1/users/me/second-factor"), timeout)
        return answer

    def begin(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.SecondFactorBeginAnswer:
        """Makes a secret for an authenticator app. Nothing changes until a code of the app confirms it."""
        answer: t.SecondFactorBeginAnswer = self._transport.json(Request("POST", "/api/v1/users/me/second-factor"), timeout)
        return answer

    def enable(
        self,
        body: t.EnableSecondFactorRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.SecondFactorEnableAnswer:
        """Turns the second factor on, with a code of the app that shows that it knows the secret"""
        answer: t.SecondFactorEnableAnswer = self._transport.json(Request("POST", "/api/v1/users/me/second-factor/enable", body=body), timeout)
        return answer

    def replace_codes(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.SecondFactorReplaceCodesAnswer:
        """Replaces the recovery codes. The former ones count no more."""
        answer: t.SecondFactorReplaceCodesAnswer = self._transport.json(Request("POST", "/api/v1/users/me/second-factor/recovery-codes"), timeout)
        return answer


class UserApiKeysOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.UserApiKeysListAnswerDataItem, t.UserApiKeysListAnswer]:
        """Lists the API keys of a user
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.UserApiKeysListAnswer:
            answer: t.UserApiKeysListAnswer = self._transport.json(Request("GET", f"/api/v1/users/{segment(id)}/api-keys", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def issue(
        self,
        id: str,
        body: t.IssueApiKeyRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.UserApiKeysIssueAnswer:
        """Creates a personal API key. No other response shows its value."""
        answer: t.UserApiKeysIssueAnswer = self._transport.json(Request("POST", f"/api/v1/users/{segment(id)}/api-keys", body=body), timeout)
        return answer

    def revoke(
        self,
        id: str,
        key_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.UserApiKeysRevokeAnswer:
        """Revokes an API key at once"""
        answer: t.UserApiKeysRevokeAnswer = self._transport.json(Request("DELETE", f"/api/v1/users/{segment(id)}/api-keys/{segment(key_id)}"), timeout)
        return answer

    def change(
        self,
        id: str,
        key_id: str,
        body: Optional[t.ChangeApiKeyRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.UserApiKeysChangeAnswer:
        """Changes the name, the expiry or the allowed addresses of an API key"""
        answer: t.UserApiKeysChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/users/{segment(id)}/api-keys/{segment(key_id)}", body=body), timeout)
        return answer

    def rotate(
        self,
        id: str,
        key_id: str,
        body: Optional[t.RotateApiKeyRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.UserApiKeysRotateAnswer:
        """Rotates an API key: gives it a new value. The previous value stays valid for `overlapSeconds`."""
        answer: t.UserApiKeysRotateAnswer = self._transport.json(Request("POST", f"/api/v1/users/{segment(id)}/api-keys/{segment(key_id)}/rotate", body=body), timeout)
        return answer


class WorkflowsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        workspace_id: str,
        folder_id: Optional[str] = None,
        deployed_only: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.ListedWorkflow, t.WorkflowsListAnswer]:
        """Lists the workflows of a workspace, oldest first
        
        workspace_id: Id of the workspace.
        folder_id: Returns only workflows directly in this folder.
        deployed_only: Returns only deployed workflows.
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.WorkflowsListAnswer:
            answer: t.WorkflowsListAnswer = self._transport.json(Request("GET", "/api/v1/workflows", query={"workspaceId": workspace_id, "folderId": folder_id, "deployedOnly": deployed_only, "limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def create(
        self,
        body: t.CreateWorkflowRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsCreateAnswer:
        """Creates a workflow with an empty draft"""
        answer: t.WorkflowsCreateAnswer = self._transport.json(Request("POST", "/api/v1/workflows", body=body), timeout)
        return answer

    def import_(
        self,
        body: t.ImportWorkflowRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsImportAnswer:
        """Imports an exported document as a new workflow"""
        answer: t.WorkflowsImportAnswer = self._transport.json(Request("POST", "/api/v1/workflows/import", body=body), timeout)
        return answer

    def validate_document(
        self,
        body: t.ValidateDocumentRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsValidateDocumentAnswer:
        """Validates a document as a new workflow of a workspace. Nothing is created."""
        answer: t.WorkflowsValidateDocumentAnswer = self._transport.json(Request("POST", "/api/v1/workflows/validate", body=body), timeout)
        return answer

    def delete(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsDeleteAnswer:
        """Deletes a workflow. Its runs that are queued, active or paused are cancelled; runs that only call it continue. Its logs are kept."""
        answer: t.WorkflowsDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/workflows/{segment(id)}"), timeout)
        return answer

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsGetAnswer:
        """Returns a workflow with the inputs that its draft declares"""
        answer: t.WorkflowsGetAnswer = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}"), timeout)
        return answer

    def change(
        self,
        id: str,
        body: Optional[t.ChangeWorkflowRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsChangeAnswer:
        """Changes the name, the description or the folder of a workflow"""
        answer: t.WorkflowsChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/workflows/{segment(id)}", body=body), timeout)
        return answer

    def undeploy(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsUndeployAnswer:
        """Undeploys a workflow: deactivates its active version. Active runs continue."""
        answer: t.WorkflowsUndeployAnswer = self._transport.json(Request("DELETE", f"/api/v1/workflows/{segment(id)}/deploy"), timeout)
        return answer

    def deploy(
        self,
        id: str,
        body: Optional[t.DeployWorkflowRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsDeployAnswer:
        """Deploys the draft as a new version and activates it. The version is active when the response arrives."""
        answer: t.WorkflowsDeployAnswer = self._transport.json(Request("POST", f"/api/v1/workflows/{segment(id)}/deploy", body=body), timeout)
        return answer

    def draft(
        self,
        id: str,
        *,
        revision: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsDraftAnswer:
        """Returns the draft of a workflow with its revision, or an earlier revision of it
        
        revision: A revision of the draft; absent for the present one.
        """
        answer: t.WorkflowsDraftAnswer = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/draft", query={"revision": revision}), timeout)
        return answer

    def edit_draft(
        self,
        id: str,
        body: t.EditDraftRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsEditDraftAnswer:
        """Changes parts of the draft. The edit may be based on an earlier revision: it is applied if the parts that it changes are as they were. An edit that is sent again with its `editId` is applied once."""
        answer: t.WorkflowsEditDraftAnswer = self._transport.json(Request("PATCH", f"/api/v1/workflows/{segment(id)}/draft", body=body), timeout)
        return answer

    def draft_blame(
        self,
        id: str,
        *,
        key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsDraftBlameAnswer:
        """Returns who has changed the parts of the draft last, when, and from what
        
        key: The part that is asked for, such as `block/<id>/field/<field>`, `block/<id>` or `variable/<id>`. Absent: the whole draft.
        """
        answer: t.WorkflowsDraftBlameAnswer = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/draft/blame", query={"key": key}), timeout)
        return answer

    def draft_edits(
        self,
        id: str,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> t.DraftEditsPage:
        """Lists the changes of the draft, oldest first, with their authors
        
        after: Only changes that made later revisions.
        limit: Maximum number of revisions on the page. Revisions that changed the name or the folder of the workflow are left out.
        """
        answer: t.DraftEditsPage = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/draft/edits", query={"after": after, "limit": limit}), timeout)
        return answer

    def draft_history(
        self,
        id: str,
        *,
        before: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> t.DraftHistoryPage:
        """Lists what has happened to the draft, newest first: changes of one person that follow each other within five minutes are one entry, and deployments are between them
        
        before: Only what happened before this revision.
        """
        answer: t.DraftHistoryPage = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/draft/history", query={"before": before}), timeout)
        return answer

    def report_presence(
        self,
        id: str,
        body: t.DraftPresenceRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsReportPresenceAnswer:
        """Reports that a person has the draft open and where they are in it. Clients repeat this every ten seconds and when the place changes; without a report for 30 seconds the person is absent."""
        answer: t.WorkflowsReportPresenceAnswer = self._transport.json(Request("POST", f"/api/v1/workflows/{segment(id)}/draft/presence", body=body), timeout)
        return answer

    def restore_draft(
        self,
        id: str,
        body: t.RestoreDraftRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsRestoreDraftAnswer:
        """Restores an earlier revision: the draft becomes what it was, as a new revision. Nothing of the history is lost."""
        answer: t.WorkflowsRestoreDraftAnswer = self._transport.json(Request("POST", f"/api/v1/workflows/{segment(id)}/draft/restore", body=body), timeout)
        return answer

    def stream_draft(
        self,
        id: str,
        *,
        after: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> t.DraftMessages:
        """Returns the changes of the draft after a revision, and who has it open. With `Accept: text/event-stream` it sends them as server-sent events, and those that come later. The id of an event is a revision. The stream ends when the caller loses access, and when the workflow is deleted.
        
        after: The revision that the client has: the stream begins with the changes after it. Absent: only what changes from now on.
        """
        answer: t.DraftMessages = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/draft/stream", query={"after": after}), timeout)
        return answer

    def export(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsExportAnswer:
        """Exports the draft of a workflow as a document without secrets"""
        answer: t.WorkflowsExportAnswer = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/export"), timeout)
        return answer

    def open_api(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Returns an OpenAPI 3.1 document of one workflow: its start, with the inputs that its active version declares, or its draft while none is active"""
        answer: Dict[str, Any] = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/openapi.json"), timeout)
        return answer

    def roll_back(
        self,
        id: str,
        body: Optional[t.RollBackWorkflowRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsRollBackAnswer:
        """Rolls a workflow back to an earlier version: the given one, or the one before the active version"""
        answer: t.WorkflowsRollBackAnswer = self._transport.json(Request("POST", f"/api/v1/workflows/{segment(id)}/rollback", body=body), timeout)
        return answer

    def state(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsStateAnswer:
        """Returns the draft of a workflow"""
        answer: t.WorkflowsStateAnswer = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/state"), timeout)
        return answer

    def save(
        self,
        id: str,
        body: t.SaveDraftRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsSaveAnswer:
        """Replaces the draft of a workflow. A draft with problems is saved, too."""
        answer: t.WorkflowsSaveAnswer = self._transport.json(Request("PUT", f"/api/v1/workflows/{segment(id)}/state", body=body), timeout)
        return answer

    def validate(
        self,
        id: str,
        body: Optional[t.ValidateDraftRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsValidateAnswer:
        """Validates the draft of a workflow, or a document in its place. Nothing is deployed or saved."""
        answer: t.WorkflowsValidateAnswer = self._transport.json(Request("POST", f"/api/v1/workflows/{segment(id)}/validate", body=body), timeout)
        return answer

    def versions(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsVersionsAnswer:
        """Lists all versions of a workflow, newest first"""
        answer: t.WorkflowsVersionsAnswer = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/versions"), timeout)
        return answer

    def version(
        self,
        id: str,
        version: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsVersionAnswer:
        """Returns a version of a workflow with its document"""
        answer: t.WorkflowsVersionAnswer = self._transport.json(Request("GET", f"/api/v1/workflows/{segment(id)}/versions/{segment(version)}"), timeout)
        return answer

    def describe_version(
        self,
        id: str,
        version: str,
        body: Optional[t.DescribeVersionRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowsDescribeVersionAnswer:
        """Changes the name and the description of a version. Its document stays as it is."""
        answer: t.WorkflowsDescribeVersionAnswer = self._transport.json(Request("PATCH", f"/api/v1/workflows/{segment(id)}/versions/{segment(version)}", body=body), timeout)
        return answer

    def status(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkflowStatus:
        """Returns whether a workflow is deployed, and whether its draft differs from the active version"""
        answer: t.WorkflowStatus = self._transport.json(Request("GET", f"/api/workflows/{segment(id)}/status"), timeout)
        return answer


class ExecutionsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def test_draft(
        self,
        id: str,
        body: Optional[t.TestDraftRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.ExecutionsTestDraftAnswer:
        """Starts a test of the draft and responds at once. The run is one like any other: it is in the log, it survives its process, and it is followed, cancelled and replayed like a run of a version. Its first event names the revision and pins its content."""
        answer: t.ExecutionsTestDraftAnswer = self._transport.json(Request("POST", f"/api/v1/workflows/{segment(id)}/draft/runs", body=body), timeout)
        return answer

    def run(
        self,
        id: str,
        body: Optional[t.RunDraftRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.Execution:
        """Runs the draft of a workflow, deployed or not, as `manual`: from its start, from a trigger block, or with the event of an earlier delivery. Responds like the execution of a deployed workflow: with the result, with a job if `async` is true, or with server-sent events if `stream` is true."""
        answer: t.Execution = self._transport.json(Request("POST", f"/api/v1/workflows/{segment(id)}/run", body=body), timeout)
        return answer

    def get(
        self,
        id: str,
        execution_id: str,
        *,
        include_output: Optional[bool] = None,
        selected_outputs: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.ExecutionReport:
        """Returns the status of a run, whether it is queued, running, paused or has ended
        
        include_output: Whether to include the output of the run.
        selected_outputs: Outputs to include, separated by commas, such as `agent.content`.
        """
        answer: t.ExecutionReport = self._transport.json(Request("GET", f"/api/workflows/{segment(id)}/executions/{segment(execution_id)}", query={"includeOutput": include_output, "selectedOutputs": selected_outputs}), timeout)
        return answer

    def cancel(
        self,
        id: str,
        execution_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.Cancellation:
        """Cancels a run. A run that has ended does not change."""
        answer: t.Cancellation = self._transport.json(Request("POST", f"/api/workflows/{segment(id)}/executions/{segment(execution_id)}/cancel"), timeout)
        return answer

    def release(
        self,
        id: str,
        execution_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.AsyncStart:
        """Continues a quarantined run as a new job, where it has stopped. Outcomes of blocks that have ended are kept."""
        answer: t.AsyncStart = self._transport.json(Request("POST", f"/api/workflows/{segment(id)}/executions/{segment(execution_id)}/release"), timeout)
        return answer


class WorkspacesOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.WorkspacesListAnswerDataItem, t.WorkspacesListAnswer]:
        """Lists the workspaces that the key has access to
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.WorkspacesListAnswer:
            answer: t.WorkspacesListAnswer = self._transport.json(Request("GET", "/api/v1/workspaces", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def create(
        self,
        body: t.CreateWorkspaceRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspacesCreateAnswer:
        """Creates a workspace"""
        answer: t.WorkspacesCreateAnswer = self._transport.json(Request("POST", "/api/v1/workspaces", body=body), timeout)
        return answer

    def delete(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspacesDeleteAnswer:
        """Deletes a workspace with its content"""
        answer: t.WorkspacesDeleteAnswer = self._transport.json(Request("DELETE", f"/api/v1/workspaces/{segment(id)}"), timeout)
        return answer

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspacesGetAnswer:
        """Returns one workspace"""
        answer: t.WorkspacesGetAnswer = self._transport.json(Request("GET", f"/api/v1/workspaces/{segment(id)}"), timeout)
        return answer

    def change(
        self,
        id: str,
        body: Optional[t.ChangeWorkspaceRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspacesChangeAnswer:
        """Changes a workspace: its name, its owner, whether personal keys are valid in it, or how long its runs are kept"""
        answer: t.WorkspacesChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/workspaces/{segment(id)}", body=body), timeout)
        return answer


class WorkspaceApiKeysOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.WorkspaceApiKeysListAnswerDataItem, t.WorkspaceApiKeysListAnswer]:
        """Lists the API keys of a workspace
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.WorkspaceApiKeysListAnswer:
            answer: t.WorkspaceApiKeysListAnswer = self._transport.json(Request("GET", f"/api/v1/workspaces/{segment(id)}/api-keys", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def issue(
        self,
        id: str,
        body: t.IssueApiKeyRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspaceApiKeysIssueAnswer:
        """Creates an API key of a workspace. No other answer shows it."""
        answer: t.WorkspaceApiKeysIssueAnswer = self._transport.json(Request("POST", f"/api/v1/workspaces/{segment(id)}/api-keys", body=body), timeout)
        return answer

    def revoke(
        self,
        id: str,
        key_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspaceApiKeysRevokeAnswer:
        """Revokes an API key at once"""
        answer: t.WorkspaceApiKeysRevokeAnswer = self._transport.json(Request("DELETE", f"/api/v1/workspaces/{segment(id)}/api-keys/{segment(key_id)}"), timeout)
        return answer

    def change(
        self,
        id: str,
        key_id: str,
        body: Optional[t.ChangeApiKeyRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspaceApiKeysChangeAnswer:
        """Changes the name, the expiry or the allowed addresses of an API key"""
        answer: t.WorkspaceApiKeysChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/workspaces/{segment(id)}/api-keys/{segment(key_id)}", body=body), timeout)
        return answer

    def rotate(
        self,
        id: str,
        key_id: str,
        body: Optional[t.RotateApiKeyRequest] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspaceApiKeysRotateAnswer:
        """Rotates an API key: gives it a new value, while the previous one stays valid for a while"""
        answer: t.WorkspaceApiKeysRotateAnswer = self._transport.json(Request("POST", f"/api/v1/workspaces/{segment(id)}/api-keys/{segment(key_id)}/rotate", body=body), timeout)
        return answer


class EnvironmentOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.EnvironmentGetAnswer:
        """Lists the names of the variables of a workspace, without their values"""
        answer: t.EnvironmentGetAnswer = self._transport.json(Request("GET", f"/api/v1/workspaces/{segment(id)}/environment"), timeout)
        return answer

    def change(
        self,
        id: str,
        body: t.ChangeEnvironmentRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.EnvironmentChangeAnswer:
        """Sets the variables in the request, and removes those that are null. Other variables keep their value."""
        answer: t.EnvironmentChangeAnswer = self._transport.json(Request("PUT", f"/api/v1/workspaces/{segment(id)}/environment", body=body), timeout)
        return answer


class WorkspaceInvitationsOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.WorkspaceInvitationsListAnswerDataItem, t.WorkspaceInvitationsListAnswer]:
        """Lists the open invitations to a workspace, for its admins
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.WorkspaceInvitationsListAnswer:
            answer: t.WorkspaceInvitationsListAnswer = self._transport.json(Request("GET", f"/api/v1/workspaces/{segment(id)}/invitations", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def invite(
        self,
        id: str,
        body: t.AddWorkspaceMemberRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspaceInvitationsInviteAnswer:
        """Invites an address to a workspace, whether a user has it or not. The response contains the token of a link (`/invite#<token>`) that counts once; it is shown only here. An address that is invited again gets a new link instead of the former one."""
        answer: t.WorkspaceInvitationsInviteAnswer = self._transport.json(Request("POST", f"/api/v1/workspaces/{segment(id)}/invitations", body=body), timeout)
        return answer

    def withdraw(
        self,
        id: str,
        invitation_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspaceInvitationsWithdrawAnswer:
        """Withdraws an open invitation: its link ends"""
        answer: t.WorkspaceInvitationsWithdrawAnswer = self._transport.json(Request("DELETE", f"/api/v1/workspaces/{segment(id)}/invitations/{segment(invitation_id)}"), timeout)
        return answer


class WorkspaceMembersOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Paged[t.WorkspaceMemberView, t.WorkspaceMembersListAnswer]:
        """Lists the members of a workspace with their permissions
        
        limit: Maximum number of items to return.
        cursor: The `nextCursor` of the previous page.
        """

        def load(behind: Any) -> t.WorkspaceMembersListAnswer:
            answer: t.WorkspaceMembersListAnswer = self._transport.json(Request("GET", f"/api/v1/workspaces/{segment(id)}/members", query={"limit": limit, "cursor": cursor if behind is None else behind}), timeout)
            return answer

        return Paged("data", load)

    def add(
        self,
        id: str,
        body: t.AddWorkspaceMemberRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspaceMembersAddAnswer:
        """Adds a member to a workspace"""
        answer: t.WorkspaceMembersAddAnswer = self._transport.json(Request("POST", f"/api/v1/workspaces/{segment(id)}/members", body=body), timeout)
        return answer

    def remove(
        self,
        id: str,
        user_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspaceMembersRemoveAnswer:
        """Removes a member from a workspace. Members may leave by themselves, with a personal key that is not limited."""
        answer: t.WorkspaceMembersRemoveAnswer = self._transport.json(Request("DELETE", f"/api/v1/workspaces/{segment(id)}/members/{segment(user_id)}"), timeout)
        return answer

    def change(
        self,
        id: str,
        user_id: str,
        body: t.ChangeWorkspaceMemberRequest,
        *,
        timeout: Optional[float] = None,
    ) -> t.WorkspaceMembersChangeAnswer:
        """Changes the permission of a member"""
        answer: t.WorkspaceMembersChangeAnswer = self._transport.json(Request("PATCH", f"/api/v1/workspaces/{segment(id)}/members/{segment(user_id)}", body=body), timeout)
        return answer


class RunsV2Operations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def execute(
        self,
        id: str,
        body: Optional[t.ExecuteRunBody] = None,
        *,
        timeout: Optional[float] = None,
    ) -> t.Run:
        """Executes a workflow: runs its deployed version. The response has status 200 even if the run failed."""
        answer: t.Run = self._transport.json(Request("POST", f"/api/v2/workflows/{segment(id)}/execute", body=body), timeout)
        return answer

    def get(
        self,
        id: str,
        execution_id: str,
        *,
        include_output: Optional[bool] = None,
        selected_outputs: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> t.Run:
        """Returns the status of a run and its result
        
        include_output: Whether to include the output of the run.
        selected_outputs: Outputs of blocks to include, separated by commas, such as `agent.content`.
        """
        answer: t.Run = self._transport.json(Request("GET", f"/api/v2/workflows/{segment(id)}/runs/{segment(execution_id)}", query={"includeOutput": include_output, "selectedOutputs": selected_outputs}), timeout)
        return answer

    def cancel(
        self,
        id: str,
        execution_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> t.CancelledRun:
        """Cancels a run"""
        answer: t.CancelledRun = self._transport.json(Request("POST", f"/api/v2/workflows/{segment(id)}/runs/{segment(execution_id)}/cancel"), timeout)
        return answer


class HealthOperations:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def live(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.HealthLiveAnswer:
        """Reports that the process responds. A restart can cure only a process that does not."""
        answer: t.HealthLiveAnswer = self._transport.json(Request("GET", "/health/live"), timeout)
        return answer

    def ready(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> t.HealthReadyAnswer:
        """Reports whether the process can serve requests: its database, queue and projections"""
        answer: t.HealthReadyAnswer = self._transport.json(Request("GET", "/health/ready"), timeout)
        return answer


class Operations:
    """Every operation of the API, in groups."""

    def __init__(self, transport: SyncTransport) -> None:
        self.workflow_servers = WorkflowServersOperations(transport)
        self.chats = ChatsOperations(transport)
        self.visits = VisitsOperations(transport)
        self.jobs = JobsOperations(transport)
        self.workflow_tools = WorkflowToolsOperations(transport)
        self.pauses = PausesOperations(transport)
        self.schedules = SchedulesOperations(transport)
        self.usage = UsageOperations(transport)
        self.audit_logs = AuditLogsOperations(transport)
        self.audit_proofs = AuditProofsOperations(transport)
        self.blocks = BlocksOperations(transport)
        self.deliveries = DeliveriesOperations(transport)
        self.files = FilesOperations(transport)
        self.file_content = FileContentOperations(transport)
        self.folders = FoldersOperations(transport)
        self.invitations = InvitationsOperations(transport)
        self.knowledge_bases = KnowledgeBasesOperations(transport)
        self.knowledge_documents = KnowledgeDocumentsOperations(transport)
        self.invitation_links = InvitationLinksOperations(transport)
        self.links = LinksOperations(transport)
        self.logs = LogsOperations(transport)
        self.run_events = RunEventsOperations(transport)
        self.holds = HoldsOperations(transport)
        self.mcp_servers = McpServersOperations(transport)
        self.memory = MemoryOperations(transport)
        self.model_providers = ModelProvidersOperations(transport)
        self.models = ModelsOperations(transport)
        self.operator = OperatorOperations(transport)
        self.organizations = OrganizationsOperations(transport)
        self.organization_invitations = OrganizationInvitationsOperations(transport)
        self.organization_members = OrganizationMembersOperations(transport)
        self.session = SessionOperations(transport)
        self.identities = IdentitiesOperations(transport)
        self.sign_in_ways = SignInWaysOperations(transport)
        self.tables = TablesOperations(transport)
        self.table_columns = TableColumnsOperations(transport)
        self.table_csv = TableCsvOperations(transport)
        self.table_rows = TableRowsOperations(transport)
        self.row_history = RowHistoryOperations(transport)
        self.triggers = TriggersOperations(transport)
        self.webhooks = WebhooksOperations(transport)
        self.users = UsersOperations(transport)
        self.own_user = OwnUserOperations(transport)
        self.personal_api_keys = PersonalApiKeysOperations(transport)
        self.user_sessions = UserSessionsOperations(transport)
        self.second_factor = SecondFactorOperations(transport)
        self.user_api_keys = UserApiKeysOperations(transport)
        self.workflows = WorkflowsOperations(transport)
        self.executions = ExecutionsOperations(transport)
        self.workspaces = WorkspacesOperations(transport)
        self.workspace_api_keys = WorkspaceApiKeysOperations(transport)
        self.environment = EnvironmentOperations(transport)
        self.workspace_invitations = WorkspaceInvitationsOperations(transport)
        self.workspace_members = WorkspaceMembersOperations(transport)
        self.runs_v2 = RunsV2Operations(transport)
        self.health = HealthOperations(transport)
