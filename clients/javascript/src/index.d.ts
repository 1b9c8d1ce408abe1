import type {
  BrokerCalls, ChannelsCalls, ClockCalls, DataCalls, DevicesCalls, FaultsCalls, FaultSetsCalls, HoldsCalls, MessagesCalls,
  RateLimitsCalls, RequestsCalls, ScenariosCalls, SensorsCalls, ServerCalls, SimulationsCalls, SnapshotsCalls, SocketsCalls, StateCalls,
  TokensCalls, WorldCalls, WorldsCalls,
} from './calls.js';
import type { CallOptions, Duration, FaultOptions, FaultSetName, JournalMatch, JournalQuery, Row } from './options.js';
import type {
  ChannelMessage, Clock, Entry, FaultRecord, HeldExchange, MessagePage, Socket, Token, Verification, WorldInfo,
} from './values.js';

export * from './options.js';
export * from './values.js';

/** The oldest server that has all calls of this kit. */
export const MINIMUM_VERSION: string;

/** What went wrong with the mock server, not with the app. Each message says what to do. */
export class MockAPIError extends Error {}
/** There is no server at the address, and no program to start one with. */
export class ServerNotFoundError extends MockAPIError {}
/** No server responds at the address, or the connection broke. */
export class ServerUnreachableError extends ServerNotFoundError {}
/** The server that the kit started has ended; the message has the signal and the last log lines. */
export class ServerEndedError extends ServerUnreachableError {}
/** Something answers at the address, but it is no mock-api. */
export class NotAMockServerError extends MockAPIError {}
/** The server is older than this kit needs. */
export class ServerTooOldError extends MockAPIError {}
/** A call took longer than its time-out. */
export class CallTimeoutError extends MockAPIError {}
/** The server refused a call; `code`, `reason` (its message) and `details` are its own. */
export class CallRefusedError extends MockAPIError {
  readonly operation: string;
  readonly world?: string;
  readonly status: number;
  readonly code?: string;
  readonly reason?: string;
  readonly details: Record<string, string>;
}
/** The server was started with `--admin-token`, and the call had none or another one. */
export class AdminTokenError extends CallRefusedError {}
/** There are as many worlds as `--max-worlds` allows. */
export class WorldLimitError extends CallRefusedError {}
/** What a test expected did not happen. */
export class NotSatisfiedError extends MockAPIError {
  readonly verification?: Verification;
}
/** A test did not await a call, so that it could not fail, or was over before the call took effect. */
export class UnawaitedError extends MockAPIError {}
/** A socket of the test could not be opened, or has ended, or its server sent an ERROR. */
export class SocketError extends MockAPIError {}
/** A test left sockets open. */
export class LeakedSocketsError extends MockAPIError {
  readonly sockets: Socket[];
}

/** How a world shall be made. */
export interface WorldOptions {
  /** Its name for people; an id is made from it where none is given. */
  name?: string;
  id?: string;
  /** `seed`, `snapshot:NAME` or `world:ID`. */
  from?: string;
  /** Its clock stands still at this moment. */
  frozenAt?: Date | string;
  /** Its clock goes on from this moment. */
  now?: Date | string;
  /** How many seconds of the world pass in each real one. */
  rate?: number;
  randomSeed?: number;
  /** Faults, and names of fault sets. */
  faults?: (FaultOptions | FaultSetName)[];
}

type File = string | URL;

/** What a server that the kit starts serves. Relative files are those of the working directory. */
export interface ServerOptions {
  /** Custom APIs: a name, and its OpenAPI and AsyncAPI documents. */
  apis?: Record<string, File | File[]>;
  /** OpenAPI Overlays that correct the documents. */
  overlay?: Record<string, File | File[]>;
  /** Folders with records, a RESOURCE.json for each resource. */
  data?: Record<string, File>;
  /** `strict` refuses tokens that custom APIs have not issued. */
  accounts?: 'lenient' | 'strict';
  /** A configuration file. Without it, no `mock-api.yaml` is read. */
  config?: File;
  /** Further options of `mock-api serve`. */
  arguments?: string[];
}

/** A mock server, and what is not a single world's. */
export class MockServer extends ServerCalls {
  constructor(url: string, options?: {
    adminToken?: string;
    fetch?: typeof fetch;
    /** Is called before each call with its method and the path's template. */
    observer?: (method: string, path: string) => void;
  });
  readonly url: string;
  readonly worlds: Worlds;
  /** The world of requests that name none. */
  readonly defaultWorld: World;
  /** The server of this process: that of `MOCK_API_URL`, else one that is started and ends with the process. */
  static shared(options?: ServerOptions): Promise<MockServer>;
  /** Starts a server of one's own. */
  static start(options?: ServerOptions & { binary?: string; adminToken?: string }): Promise<MockServer>;
  /** The world that `mock-api exec --workers` made for this worker; undefined where there is none. */
  static workerWorld(variables?: Record<string, string | undefined>): World | undefined;
  /** Ends a server that was started here; others stay. */
  stop(): Promise<void>;
  /** Makes sure, once, that a mock-api of a version that this kit knows answers. */
  check(): Promise<void>;
  /** The path below which an API lies. */
  basePath(api: string): Promise<string>;
}

/** The worlds of a server. */
export interface Worlds extends WorldsCalls {
  make(options?: WorldOptions, call?: CallOptions): Promise<World>;
}

/** How often something was to be asked. */
export interface Times {
  exactly?: number;
  atLeast?: number;
  atMost?: number;
}

/** How a response is changed: `patch`, or `status`, `body` and `headers`. */
export interface ResponseOptions {
  /** Changes members of the response's body: a JSON Merge Patch (an object) or a JSON Patch (an array). */
  patch?: Record<string, unknown> | { op: string; path: string; from?: string; value?: unknown }[];
  status?: number;
  /** Replaces the body: a text, sent as it is, or any other JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Allows a patched body that the API's document does not. */
  undocumented?: boolean;
}

/** How the next responses to a request are changed. */
export interface AnswerOptions extends ResponseOptions {
  /** Only the next such request. */
  once?: boolean;
  /** Only so many requests. */
  times?: number;
  /** Only the request of this number, counted from 1. */
  onCall?: number;
}

/** Which exchanges `world.hold` holds. */
export interface HoldOptions {
  /** What waits: a response (without it), after the state has changed, or a request, before. */
  phase?: 'request' | 'response';
  /** How many exchanges are held: 1 without it, all with `null`. */
  times?: number | null;
  /** How long each is held at most, in real time: `60s` without it, at most ten minutes. */
  limit?: Duration;
}

/** Holds exchanges until they are released. */
export interface Hold {
  /** The fault that holds them. */
  readonly fault: FaultRecord;
  /** Waits until an exchange is held, for `timeout`, `10s` without one. Gives the one that has been held the longest. */
  wait(options?: { timeout?: Duration }, call?: CallOptions): Promise<Held>;
  /** Releases all exchanges that it holds now; gives their number. */
  release(call?: CallOptions): Promise<number>;
  /** Holds no more exchanges, and releases those that it holds. */
  remove(call?: CallOptions): Promise<void>;
}

/** An exchange that is held. */
export interface Held {
  readonly exchange: HeldExchange;
  /** Lets the exchange go on, as it is or with another response. */
  release(options?: ResponseOptions, call?: CallOptions): Promise<void>;
  /** Resets the connection instead of a response. */
  abort(call?: CallOptions): Promise<void>;
}

/** How a client of a socket connects. `timeout` is that of the connection, and of each receipt; `10s` without one. */
export interface ConnectOptions {
  /** A token, sent as `Authorization: Bearer`. */
  token?: string;
  headers?: Record<string, string>;
  timeout?: Duration;
}

/** A client of a socket that carries JSON. A message is a value, or text if it is no JSON, or bytes. */
export interface SocketClient {
  readonly messages: any[];
  /** Sends a value as JSON; text and bytes as they are. */
  send(message: unknown): void;
  /** The next message, or the next that meets the condition, also one that came before. */
  wait(condition?: (message: any) => unknown, options?: { timeout?: Duration }): Promise<any>;
  close(): Promise<void>;
}

/** A message of a STOMP destination. */
export interface StompMessage {
  readonly destination: string;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly json: any;
}

/** A client of STOMP 1.2 over WebSocket. */
export interface StompClient {
  readonly messages: StompMessage[];
  /** Subscribes, and waits until the server has done so; gives the subscription's id. */
  subscribe(destination: string, options?: { headers?: Record<string, string> }): Promise<string>;
  /** Sends a message, and waits until the server has taken it: text as it is, another value as JSON. */
  send(destination: string, body?: unknown, options?: { headers?: Record<string, string> }): Promise<void>;
  /** The next message, or the next that meets the condition, also one that came before. */
  wait(
    condition?: (message: StompMessage) => unknown, options?: { destination?: string; timeout?: Duration },
  ): Promise<StompMessage>;
  close(): Promise<void>;
}

/** A world: a server of its own within the server, with records, accounts, clock, faults, journal and sockets. */
export class World extends WorldCalls {
  readonly id: string;
  readonly name?: string;
  readonly server: MockServer;
  /** What the app takes as its base address. */
  readonly baseURL: string;
  /** The same for WebSockets. */
  readonly webSocketURL: string;
  /** For clients that cannot have another base address. */
  readonly headers: Record<string, string>;
  /** For a process that shall use this world. */
  readonly environment: Record<string, string>;

  /** The base address of an API in this world, such as that of `agrobridge`. */
  url(api: string): Promise<string>;
  info(call?: CallOptions): Promise<WorldInfo>;
  /** Signs in to an API without a password; `account` is an id, a name or an e-mail address, also as `{ account }`. */
  signIn(api: string, account?: string | { account?: string }, call?: CallOptions): Promise<Token>;
  /** Changes the next responses to a request, such as `GET /v1/lotes`, by a fault. */
  answer(request: string, options: AnswerOptions, call?: CallOptions): Promise<FaultRecord>;
  /** Holds the next exchange of a request, such as `POST /v1/lotes`, by a fault, until it is released. */
  hold(request: string, options?: HoldOptions, call?: CallOptions): Promise<Hold>;
  /** A STOMP client, connected to a path of this world. The world's end closes it. */
  connectStomp(options?: ConnectOptions & { path?: string }): Promise<StompClient>;
  /** A client of a WebSocket that carries JSON. The world's end closes it. */
  connectSocket(path: string, options?: ConnectOptions): Promise<SocketClient>;
  /** Deletes it and closes its sockets; one that is gone already is no error. */
  remove(call?: CallOptions): Promise<void>;

  readonly clock: WorldClock;
  readonly snapshots: SnapshotsCalls;
  readonly state: State;
  readonly data: Data;
  readonly faults: Faults;
  readonly faultSets: FaultSetsCalls;
  readonly holds: HoldsCalls;
  readonly requests: Requests;
  readonly devices: DevicesCalls;
  readonly tokens: TokensCalls;
  readonly rateLimits: RateLimitsCalls;
  readonly sockets: Sockets;
  readonly channels: Channels;
  readonly broker: BrokerCalls;
  readonly messages: MessagesCalls;
  readonly simulations: SimulationsCalls;
  readonly sensors: Sensors;
  readonly scenarios: ScenariosCalls;
}

/** The time of a world. */
export interface WorldClock extends ClockCalls {
  /** Stops the clock, at a moment where one is given. */
  freeze(at?: Date | string, call?: CallOptions): Promise<Clock>;
  resume(call?: CallOptions): Promise<Clock>;
  /** Lets time pass: `30s`, `1h 30m`, or ISO 8601 such as `PT15M`. */
  advance(by: Duration, call?: CallOptions): Promise<Clock>;
  /** The machine's time again. */
  reset(call?: CallOptions): Promise<Clock>;
}

/** The whole world as one value. */
export interface State extends StateCalls {
  /** Imports what was exported, or a part of it. The tables that it names are emptied and filled. */
  load(state: Record<string, any>, call?: CallOptions): Promise<void>;
}

/** The rows of tables, without the rules of the APIs. */
export interface Data extends DataCalls {
  /** Adds a row or several, all or none; gives how many. */
  add(table: string, rows: Row | Row[], call?: CallOptions): Promise<number>;
}

/** What goes wrong. */
export interface Faults extends FaultsCalls {
  /** Adds a fault that is written as `POST /_mock/faults` takes it, such as one from a file. */
  addJson(options: FaultOptions, call?: CallOptions): Promise<FaultRecord>;
}

/** The journal: what was asked and answered, and the frames of sockets. */
export interface Requests extends RequestsCalls {
  /**
   * The newest entries that meet the conditions, the oldest of them first; those whose response is being sent are among
   * them, without an `id`. `page` has the counts, too.
   */
  list(options?: JournalQuery & { limit?: number; order?: 'asc' | 'desc' }, call?: CallOptions): Promise<Entry[]>;
  /**
   * Makes sure that something was asked as often as wanted, at least once unless said otherwise. Gives the entries. The
   * conditions of all verifications may be text, too: `GET /v1/lotes`.
   */
  verify(match: JournalMatch | string, options?: Times, call?: CallOptions): Promise<Entry[]>;
  /** Makes sure that there are no entries but those that `verify`, `wait` and `verifyInOrder` gave. */
  verifyNoOther(match?: JournalMatch | string, call?: CallOptions): Promise<void>;
  /** Makes sure that there is an entry for each step (conditions, or `POST /v1/lotes`), each after the one before. */
  verifyInOrder(steps: (JournalMatch | string)[], call?: CallOptions): Promise<Entry[]>;
  /** Waits until something was asked often enough, for `timeout`, `10s` without one. Gives the entries. */
  wait(match: JournalMatch | string, options?: { atLeast?: number; timeout?: Duration }, call?: CallOptions):
    Promise<Entry[]>;
  /** Follows the journal as it grows, from an entry on, until the loop is left or `signal` aborts. */
  follow(query?: JournalQuery, options?: { after?: number; signal?: AbortSignal }):
    AsyncGenerator<{ id?: number; event: string; data: any }>;
}

/** The messages that a call of channels is about, besides its channel. */
export interface MessageMatch {
  api?: string;
  message?: string;
  payload?: unknown;
  /** `received` are the messages of clients, `sent` those of the server. */
  direction?: 'received' | 'sent';
  account?: string;
  delivered?: boolean;
  /** Only messages of entries with a greater number. */
  since?: number;
}

/** The messages that `channels.messages` lists. */
export type MessageQuery = NonNullable<Parameters<ChannelsCalls['messages']>[0]>;

/** The channels of custom APIs and of Interspace. The channel comes before the options, or is one of them. */
export interface Channels extends ChannelsCalls {
  /**
   * Waits until a client has sent or got a message, for `timeout`, `10s` without one. Gives the message. A
   * NotSatisfiedError lists the messages that came.
   */
  awaitMessage(
    channel: string, options?: MessageMatch & { count?: number; timeout?: Duration }, call?: CallOptions,
  ): Promise<ChannelMessage>;
  awaitMessage(
    options?: MessageMatch & { channel?: string; count?: number; timeout?: Duration }, call?: CallOptions,
  ): Promise<ChannelMessage>;
  /**
   * Makes sure that clients sent or got a message as often as wanted, at least once unless said otherwise. Gives how
   * often it was. A NotSatisfiedError lists the messages that came.
   */
  verifySent(channel: string, options?: MessageMatch & Times, call?: CallOptions): Promise<number>;
  verifySent(options?: MessageMatch & Times & { channel?: string }, call?: CallOptions): Promise<number>;
  /** The messages of channels that clients sent and got, and those that are held back. */
  messages(channel: string, options?: MessageQuery, call?: CallOptions): Promise<MessagePage>;
  messages(options?: MessageQuery, call?: CallOptions): Promise<MessagePage>;
  /** Sends messages that are held back, in their order; gives how many. */
  release(channel: string, options?: { api?: string; message?: string; count?: number }, call?: CallOptions): Promise<number>;
  release(options?: { api?: string; channel?: string; message?: string; count?: number }, call?: CallOptions): Promise<number>;
}

/** The open sockets. */
export interface Sockets extends SocketsCalls {
  /** Sends a client a raw message, a text or bytes, past the protocol that the socket speaks. */
  send(id: number, message: string | Uint8Array, call?: CallOptions): Promise<void>;
}

/** The sensors of Invernaderos. */
export interface Sensors extends SensorsCalls {
  /** Has all sensors read at once; `values` is what some of them show in it, by their ids. */
  pushReading(values?: Record<string, number | null>, call?: CallOptions): Promise<Record<string, any>>;
}

/** How a test's world and server shall be, and what happens besides. */
export interface TestOptions extends WorldOptions, ServerOptions {
  /** That of this process without it, or one of `apis` and the other options, which tests with the same ones share. */
  server?: MockServer;
  /** What happens when the test leaves sockets open: `warn` without it. */
  leakedSockets?: 'warn' | 'error' | 'ignore';
  /** Called when the test has failed, while its world is still there. */
  onFailure?: (world: World) => unknown;
}

/** A test with a world of its own, for `node:test`, Vitest, Jest and what calls tests as they do. */
export function mockWorld(body: (world: World, ...given: any[]) => unknown): (...given: any[]) => Promise<void>;
export function mockWorld(options: TestOptions, body: (world: World, ...given: any[]) => unknown):
  (...given: any[]) => Promise<void>;

/** Does something in a world of its own. */
export function inWorld<T>(options: TestOptions, body: (world: World) => T | Promise<T>): Promise<T>;

/** What a world saw, for people: its clock, the last exchanges, and what was wrong with them. */
export function report(world: World): Promise<string>;
