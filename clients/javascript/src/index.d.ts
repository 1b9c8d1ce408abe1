import type {
  BrokerCalls, ChannelsCalls, ClockCalls, DataCalls, DevicesCalls, FaultsCalls, FaultSetsCalls, MessagesCalls, RateLimitsCalls,
  RequestsCalls, ScenariosCalls, SensorsCalls, ServerCalls, SimulationsCalls, SnapshotsCalls, SocketsCalls, StateCalls,
  TokensCalls, WorldCalls, WorldsCalls,
} from './calls.js';
import type { CallOptions, Duration, FaultOptions, FaultSetName, JournalMatch, JournalQuery, Row } from './options.js';
import type { Clock, Entry, FaultRecord, Socket, Verification, WorldInfo } from './values.js';

export * from './options.js';
export * from './values.js';

/** The oldest server that has all calls of this kit. */
export const MINIMUM_VERSION: string;

/** What went wrong with the mock server, not with the app. Each message says what to do. */
export class MockAPIError extends Error {}
/** There is no server at the address, and no program to start one with. */
export class ServerNotFoundError extends MockAPIError {}
/** Something answers at the address, but it is no mock-api. */
export class NotAMockServerError extends MockAPIError {}
/** The server is older than this kit needs. */
export class ServerTooOldError extends MockAPIError {}
/** A call took longer than its time-out. */
export class CallTimeoutError extends MockAPIError {}
/** The server refused a call; `code` and `details` are its own. */
export class CallRefusedError extends MockAPIError {
  readonly operation: string;
  readonly world?: string;
  readonly status: number;
  readonly code?: string;
  readonly details: Record<string, string>;
}
/** The server was started with `--admin-token`, and the call had none or another one. */
export class AdminTokenError extends CallRefusedError {}
/** There are as many worlds as `--max-worlds` allows. */
export class WorldLimitError extends CallRefusedError {}
/** What a test wanted of the journal is not so. */
export class NotSatisfiedError extends MockAPIError {
  readonly verification: Verification;
}
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
  static shared(): Promise<MockServer>;
  /** Starts a server of one's own, with further options of `serve`. */
  static start(options?: { arguments?: string[]; binary?: string }): Promise<MockServer>;
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
  /** Deletes it and closes its sockets; one that is gone already is no error. */
  remove(call?: CallOptions): Promise<void>;

  readonly clock: WorldClock;
  readonly snapshots: SnapshotsCalls;
  readonly state: State;
  readonly data: Data;
  readonly faults: Faults;
  readonly faultSets: FaultSetsCalls;
  readonly requests: Requests;
  readonly devices: DevicesCalls;
  readonly tokens: TokensCalls;
  readonly rateLimits: RateLimitsCalls;
  readonly sockets: Sockets;
  readonly channels: ChannelsCalls;
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
  /** Makes sure that something was asked as often as wanted, at least once unless said otherwise. */
  verify(match: JournalMatch, options?: Times, call?: CallOptions): Promise<Verification>;
  /** Waits until something was asked often enough, for `timeout`, `10s` without one; the server waits. */
  wait(match: JournalMatch, options?: { atLeast?: number; timeout?: Duration }, call?: CallOptions):
    Promise<Verification>;
  /** Follows the journal as it grows, from an entry on, until the loop is left or `signal` aborts. */
  follow(query?: JournalQuery, options?: { after?: number; signal?: AbortSignal }):
    AsyncGenerator<{ id?: number; event: string; data: any }>;
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

/** How a test's world shall be, and what happens besides. */
export interface TestOptions extends WorldOptions {
  /** That of this process without it. */
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
