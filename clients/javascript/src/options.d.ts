// Written by script/generate from openapi/mock.yaml; do not edit.

/** What every call takes: `timeout` is text such as `10s`, which is what it is without one. */
export interface CallOptions {
  signal?: AbortSignal;
  timeout?: Duration;
}

/** A length of time: `30s`, `1h 30m`, `250ms`. */
export type Duration = string;

/** A row of a table: its columns by name; bytes as `{base64}`. */
export type Row = Record<string, string | number | boolean | null | { base64: string }>;

export interface StatusFault {
  type: 'status';
  status: number;
  /** A text, sent as it is, or any other JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface PatchFault {
  type: 'patch';
  /** A JSON Merge Patch (an object, RFC 7396) or a JSON Patch (an array, RFC 6902) of the body. */
  patch?: Record<string, any> | Record<string, any>[];
  status?: number;
  headers?: Record<string, string>;
  /** Allows a response that the API's document does not have. */
  undocumented?: boolean;
}

export interface HoldFault {
  type: 'hold';
  /** What waits. A response waits after the state has changed, a request before. */
  phase?: 'response' | 'request';
  /** The longest time, after which the exchange goes on by itself. */
  milliseconds?: number;
}

export interface DelayFault {
  type: 'delay';
  milliseconds?: number;
  /** The random distribution of the delay; without it, the delay is always `milliseconds`. */
  distribution?: 'uniform' | 'lognormal';
  minimum?: number;
  maximum?: number;
  /** Of a lognormal delay in milliseconds. */
  median?: number;
  /** The deviation of its logarithm. */
  sigma?: number;
}

export interface DribbleFault {
  type: 'dribble';
  bytesPerSecond: number;
}

export interface PlainFault {
  type: 'empty' | 'malformed' | 'reset' | 'timeout' | 'expiredToken' | 'stale' | 'muteHeartBeats' | 'halfOpen' |
    'slowReader';
}

export interface TruncateFault {
  type: 'truncate';
  /** Bytes that are sent. By default half of the body. */
  after?: number;
}

export interface ContentTypeFault {
  type: 'contentType';
  contentType?: string;
}

export interface RateLimitedFault {
  type: 'rateLimited' | 'unavailable';
  retryAfter?: number;
}

export interface InvalidTokenFault {
  type: 'invalidToken';
  /** Only tokens that were issued before so many seconds after the fault was added. */
  issuedWithinSeconds?: number;
  /** Refuses refresh tokens in the body, too. */
  refreshTokens?: boolean;
}

export interface OfflineFault {
  type: 'offline';
  seconds: number;
  /** Seconds from one start to the next. */
  everySeconds?: number;
}

export interface DropMessageFault {
  type: 'dropMessage' | 'duplicate' | 'reorder' | 'corrupt';
  /** `outgoing` is to the client. */
  direction?: 'outgoing' | 'incoming' | 'both';
  /** Only the message of this number (`nth`), or every n-th message (`every`); not both. */
  nth?: number;
  /** Only the message of this number (`nth`), or every n-th message (`every`); not both. */
  every?: number;
  /** Only messages of this channel of an API, by the name that `GET /_mock/channels` lists. */
  channel?: string;
  /** Only messages of this name in the document, on any channel unless `channel` names one. */
  message?: string;
}

export interface EditMessageFault {
  type: 'editMessage';
  /**
   * The text to replace, everywhere in a message; without it, the whole message is replaced. In a STOMP frame, the text
   * is replaced in the body, and content-length is corrected; where the body does not have the text, in the values of
   * headers. Frames of SockJS and texts in JSON keep their escapes.
   */
  find?: string;
  /** The new text. By default empty. What replaces a whole STOMP message must be a complete frame. */
  replace?: string;
  /** `outgoing` is to the client. */
  direction?: 'outgoing' | 'incoming' | 'both';
  /** Only the message of this number (`nth`), or every n-th message (`every`); not both. */
  nth?: number;
  /** Only the message of this number (`nth`), or every n-th message (`every`); not both. */
  every?: number;
  /** Only messages of this channel of an API, by the name that `GET /_mock/channels` lists. */
  channel?: string;
  /** Only messages of this name in the document, on any channel unless `channel` names one. */
  message?: string;
}

export interface DelayMessagesFault {
  type: 'delayMessages';
  milliseconds?: number;
  /** The random distribution of the delay; without it, the delay is always `milliseconds`. */
  distribution?: 'uniform' | 'lognormal';
  minimum?: number;
  maximum?: number;
  /** Of a lognormal delay in milliseconds. */
  median?: number;
  /** The deviation of its logarithm. */
  sigma?: number;
  /** `outgoing` is to the client. */
  direction?: 'outgoing' | 'incoming' | 'both';
  /** Only the message of this number (`nth`), or every n-th message (`every`); not both. */
  nth?: number;
  /** Only the message of this number (`nth`), or every n-th message (`every`); not both. */
  every?: number;
  /** Only messages of this channel of an API, by the name that `GET /_mock/channels` lists. */
  channel?: string;
  /** Only messages of this name in the document, on any channel unless `channel` names one. */
  message?: string;
}

export interface CloseFault {
  type: 'close';
  code?: number;
  reason?: string;
  /** How many messages the client gets first. */
  afterMessages?: number;
  /** True to reset the connection without a close frame. */
  abort?: boolean;
}

export interface RefuseConnectFault {
  type: 'refuseConnect';
  at?: 'connect' | 'handshake';
  message?: string;
  retryAfter?: number;
}

/** What happens. `world.faults.types()` explains the members of each type. */
export type Fault =
  StatusFault | PatchFault | HoldFault | DelayFault | DribbleFault | PlainFault | TruncateFault | ContentTypeFault |
  RateLimitedFault | InvalidTokenFault | OfflineFault | DropMessageFault | EditMessageFault | DelayMessagesFault |
  CloseFault | RefuseConnectFault;

export type FaultSetName = 'flaky-3g' | 'tunnel' | 'backend-deploy' | 'hostile';

/**
 * Conditions that must all match. A condition that can never match is refused, with a suggestion: an unknown method,
 * account or open socket, a path with `{id}`, a misspelled header name.
 */
export interface FaultMatch {
  /** The short name of an API, or `mock` for the server's own API. */
  api?: string;
  method?: string;
  /**
   * A pattern: `*` stands for any text within a segment, `**` for any number of segments. After a question mark, the
   * query must be the same.
   */
  path?: string;
  operationId?: string;
  /** That of a valid token, by its id or by its e-mail address. */
  account?: string;
  /** The id of the device that called, as `GET /_mock/devices` lists it. */
  device?: string;
  /** An open socket by its number. */
  socket?: number;
  /** Parameters of the query and their values, true for present and false for absent. */
  query?: Record<string, string | boolean>;
  /** Headers and their values, true for present and false for absent. */
  header?: Record<string, string | boolean>;
  /** Properties of a JSON body or form, by names with dots or by JSON pointers, and their values. */
  body?: Record<string, any>;
}

/** Conditions that must all be met. */
export interface FaultOptions {
  /** Its id. By default a generated one. */
  id?: string;
  /**
   * Conditions that must all match. A condition that can never match is refused, with a suggestion: an unknown method,
   * account or open socket, a path with `{id}`, a misspelled header name.
   */
  match?: FaultMatch;
  /** The effect of a fault. */
  fault: Fault;
  /** How many matches to skip before it applies. */
  after?: number;
  /** How often it applies at most. */
  times?: number;
  /** The share of matches that it applies to. */
  probability?: number;
  /** Seconds of the world's time until it starts. */
  afterSeconds?: number;
  /** Seconds of the world's time that it lasts. */
  forSeconds?: number;
}

/**
 * Conditions that must all match, as in the parameters of `GET /_mock/requests`. A condition that can never match is
 * refused, with a suggestion: an unknown method, account, device or fault, a path with a host or `{id}`, a misspelled
 * header name, conditions for frames together with conditions for exchanges.
 */
export interface JournalMatch {
  path?: string;
  method?: string;
  status?: string | number;
  /** The short name of an API, or `mock` for the server's own API. */
  api?: string;
  operationId?: string;
  account?: string | number;
  remoteAddress?: string;
  device?: string;
  /** `name` or `name:value`, or an object of names and values; true is present, false absent. */
  header?: string | Record<string, string | number | boolean>;
  /** `name` or `name:value`, or an object of names and values; true is present, false absent. */
  query?: string | Record<string, string | number | boolean>;
  /** Properties of a JSON body or form, by names with dots or by JSON pointers, and their values. */
  body?: Record<string, any>;
  bodyContains?: string;
  /** The number of an entry, or a time. `since` excludes the entry of that number. */
  since?: number | Date | string;
  /** The number of an entry, or a time. `since` excludes the entry of that number. */
  until?: number | Date | string;
  kind?: 'exchange' | 'frame' | 'any';
  socket?: string | number;
  direction?: 'received' | 'sent';
  fault?: string;
  hasDeviations?: boolean | 'true' | 'false';
  /**
   * How the response was sent: `whole`; `truncated`, `empty`, `reset` or `never` because of a fault; or `aborted`,
   * because the client disconnected, read nothing for too long, or the server stopped. Of a frame: `whole`; `never`,
   * because a fault dropped it or delayed it until the socket closed; `reset`, because the connection was reset before;
   * or `aborted`, because the socket closed before.
   */
  ending?: 'whole' | 'truncated' | 'empty' | 'reset' | 'never' | 'aborted';
  /**
   * Frames that arrived, that did not, or both; without `kind`, it selects frames. Without it and `ending`, only frames
   * that arrived are counted.
   */
  delivered?: 'true' | 'false' | 'any' | boolean;
}

/** Conditions as the address of `/_mock/requests` has them. */
export interface JournalQuery {
  path?: string;
  method?: string;
  /**
   * A code, a class such as `4xx` or `40x`, or `none` for responses that were never sent. Without `ending`, a code or
   * class matches only responses that were sent completely.
   */
  status?: number | string;
  /** The short name of an API, or `mock` for the server's own API. */
  api?: string;
  operationId?: string;
  account?: string;
  remoteAddress?: string;
  device?: string;
  header?: string | string[];
  query?: string | string[];
  bodyContains?: string;
  /** The number of an entry, or a time. `since` excludes the entry of that number. */
  since?: number | Date | string;
  /** The number of an entry, or a time. `since` excludes the entry of that number. */
  until?: number | Date | string;
  kind?: 'exchange' | 'frame' | 'any';
  socket?: number | string;
  direction?: 'received' | 'sent';
  fault?: string;
  hasDeviations?: boolean;
  /**
   * How the response was sent: `whole`; `truncated`, `empty`, `reset` or `never` because of a fault; or `aborted`,
   * because the client disconnected, read nothing for too long, or the server stopped. Of a frame: `whole`; `never`,
   * because a fault dropped it or delayed it until the socket closed; `reset`, because the connection was reset before;
   * or `aborted`, because the socket closed before.
   */
  ending?: 'whole' | 'truncated' | 'empty' | 'reset' | 'never' | 'aborted';
  delivered?: boolean | 'true' | 'false' | 'any';
}
