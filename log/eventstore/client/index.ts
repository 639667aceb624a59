/** The client of EventStoreDB that the log has of its own: nothing else in this folder is imported from outside. */
export { readFiles } from './access.ts';
export { openEventStoreClient, type AppendCall, type EventStoreClient, type ReadCall } from './client.ts';
export { exceptionOf, isInsideRecord } from './errors.ts';
export { MemberInfo_VNodeState as NodeState, type ClusterInfo } from './generated/gossip.ts';
export { ScavengeResp_ScavengeResult as ScavengeResult } from './generated/operations.ts';
export { appendRequest, decodeAppendReply, type AppendRefusal, type AppendReply } from './append-messages.ts';
export { storedOf, type FeedEvent, type Stored } from './hot-messages.ts';
export { decodeReadMessage } from './read-messages.ts';
export { readAll, readStream, subscribeTo, type Position, type StreamPart } from './read-requests.ts';
