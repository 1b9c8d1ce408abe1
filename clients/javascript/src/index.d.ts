import type {
  Activity, Clock, Comparison, ConnectAddresses, ControlledSensor, Device, DocumentList, Entry, EntrySummary, Expected,
  FaultRecord, FaultSet, HAR, Health, RateLimit, Row, Scenario, SensorList, Snapshot, Socket, State, Token,
  UpcomingEvent, Welcome, WorldFacts,
} from './values.js';
import type {
  ClockChange, FaultMatch, FaultWish, JournalMatch, LimitedClient, ScenarioToAdd, StateWish,
} from './wishes.js';

export * from './values.js';
export * from './wishes.js';

/** What every call takes: `timeout` in milliseconds, 10,000 without it. */
export interface CallOptions {
  signal?: AbortSignal;
  timeout?: number;
}

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
  /** Its time, or a change of its clock. */
  clock?: Date | string | ClockChange;
  randomSeed?: number;
  /** Faults, and names of fault sets. */
  faults?: (FaultWish | string)[];
}

/** A mock server, and what is not a single world's. */
export class MockServer {
  constructor(url: string, options?: {
    adminToken?: string;
    fetch?: typeof fetch;
    /** Told of each call before it is made, with the path's template. */
    observer?: (method: string, path: string) => void;
  });
  readonly url: string;
  readonly worlds: Worlds;
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
  health(call?: CallOptions): Promise<Health>;
  /** Its numbers, in Prometheus' text format. */
  metrics(call?: CallOptions): Promise<string>;
  welcome(call?: CallOptions): Promise<Welcome>;
  /**
   * The calls of the control plane that changed something, in all worlds, the oldest first: those with a greater number
   * than `after`, and of them the newest `limit`, 100 without it.
   */
  activity(query?: { after?: number; limit?: number }, call?: CallOptions): Promise<Activity[]>;
  calls(call?: CallOptions): Promise<{ method: string; path: string; operationId: string; about: string }[]>;
  documents(call?: CallOptions): Promise<DocumentList>;
  /** One document, by its file, such as `agrobridge.json`. */
  document(file: string, call?: CallOptions): Promise<any>;
  connectAddresses(call?: CallOptions): Promise<ConnectAddresses>;
  /** The certificate of the CA behind its TLS port, as PEM. */
  authority(call?: CallOptions): Promise<string>;
  /** The path below which an API lies, such as `/v1` for `agrobridge`. */
  basePath(api: string): Promise<string>;
}

/** The worlds of a server. */
export interface Worlds {
  list(call?: CallOptions): Promise<WorldFacts[]>;
  get(id: string, call?: CallOptions): Promise<WorldFacts>;
  make(options?: WorldOptions, call?: CallOptions): Promise<World>;
  delete(id: string, call?: CallOptions): Promise<void>;
}

/** Why a verification is as it is. */
export interface Verification {
  satisfied: boolean;
  /** False where the journal had to let go of entries that might count; `message` says so. */
  known: boolean;
  message?: string;
  count: number;
  expected: Expected;
  nearest: { request: EntrySummary; reasons: string[] }[];
}

/** How often something was to be asked. */
export interface Times {
  exactly?: number;
  atLeast?: number;
  atMost?: number;
}

/** Conditions as the address of `/_mock/requests` has them. */
export interface JournalQuery {
  path?: string;
  method?: string;
  status?: number | string;
  api?: string;
  operationId?: string;
  account?: string;
  remoteAddress?: string;
  device?: string;
  header?: string | string[];
  query?: string | string[];
  bodyContains?: string;
  since?: number | string;
  until?: number | string;
  kind?: 'exchange' | 'frame' | 'any';
  socket?: number | string;
  direction?: 'received' | 'sent';
  fault?: string;
  hasDeviations?: boolean;
  ending?: string;
  delivered?: boolean | 'true' | 'false' | 'any';
  limit?: number;
  order?: 'asc' | 'desc';
}

/** A page of the journal. */
export interface JournalPage {
  world: { id: string; name?: string };
  requests: Entry[];
  underWay: Entry[];
  total: number;
  dropped: number;
  framesLeftOut: number;
}

/** A simulation, and whether it is paused. */
export interface Simulation {
  name: string;
  paused: boolean;
  intervalMilliseconds: number;
}

/** How a socket is closed. */
export interface Closing {
  code?: number;
  reason?: string;
  /** Without a word, as when the network is gone. */
  abort?: boolean;
}

/** A world: a server of its own within the server, with records, accounts, clock, faults, journal and sockets. */
export class World {
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
  info(call?: CallOptions): Promise<WorldFacts>;
  /** Back to its beginning. Open sockets stay. */
  reset(call?: CallOptions): Promise<void>;
  /** Deletes it and closes its sockets; one that is gone already is no error. */
  remove(call?: CallOptions): Promise<void>;

  readonly clock: {
    get(call?: CallOptions): Promise<Clock>;
    change(change: Omit<ClockChange, 'set'> & { set?: Date | string }, call?: CallOptions): Promise<Clock>;
    /** Stops the clock, at a moment where one is given. */
    freeze(at?: Date | string, call?: CallOptions): Promise<Clock>;
    resume(call?: CallOptions): Promise<Clock>;
    set(time: Date | string, call?: CallOptions): Promise<Clock>;
    /** Lets time pass: milliseconds, or ISO 8601 such as `PT15M`. */
    advance(duration: number | string, call?: CallOptions): Promise<Clock>;
    /** How many seconds of the world pass in each real one. */
    run(rate: number, call?: CallOptions): Promise<Clock>;
    /** What happens when time passes, within so many seconds or until a moment; within an hour without either. */
    upcoming(span?: { seconds?: number; until?: Date | string }, call?: CallOptions): Promise<{
      now: string; until: string; events: UpcomingEvent[]; nextTokenExpiry: string | null; truncated: boolean;
    }>;
    reset(call?: CallOptions): Promise<Clock>;
  };
  readonly snapshots: {
    list(call?: CallOptions): Promise<Snapshot[]>;
    get(name: string, call?: CallOptions): Promise<Snapshot>;
    take(name: string, call?: CallOptions): Promise<Snapshot>;
    restore(name: string, call?: CallOptions): Promise<Snapshot>;
    delete(name: string, call?: CallOptions): Promise<void>;
  };
  readonly state: {
    export(call?: CallOptions): Promise<State>;
    import(state: State | StateWish, call?: CallOptions): Promise<void>;
  };
  readonly data: {
    tables(call?: CallOptions): Promise<{ name: string; rows: number; columns: string[] }[]>;
    rows(table: string, page?: { filter?: Record<string, string | number | boolean>; limit?: number; offset?: number },
      call?: CallOptions): Promise<{ rows: Row[]; total: number }>;
    add(table: string, rows: Row | Row[], call?: CallOptions): Promise<number>;
    /** Changes the rows that have the values of `where`; all without it. */
    change(table: string, set: Row, where?: Row, call?: CallOptions): Promise<number>;
    delete(table: string, where?: Row, call?: CallOptions): Promise<number>;
  };
  readonly faults: {
    list(call?: CallOptions): Promise<FaultRecord[]>;
    get(id: string, call?: CallOptions): Promise<FaultRecord>;
    add(fault: FaultWish, call?: CallOptions): Promise<FaultRecord>;
    remove(id: string, call?: CallOptions): Promise<void>;
    removeAll(call?: CallOptions): Promise<void>;
    /** The kinds of faults that there are, with their fields. */
    types(call?: CallOptions): Promise<{
      type: string; about: string; scope: 'requests' | 'sockets' | 'both';
      fields: { name: string; about: string; required: boolean }[];
    }[]>;
  };
  readonly faultSets: {
    list(call?: CallOptions): Promise<FaultSet[]>;
    add(name: string, match?: FaultMatch, call?: CallOptions): Promise<FaultSet>;
    remove(name: string, call?: CallOptions): Promise<void>;
  };
  /** The journal: what was asked and answered, and the frames of sockets. */
  readonly requests: {
    list(query?: JournalQuery, call?: CallOptions): Promise<JournalPage>;
    get(id: number, call?: CallOptions): Promise<Entry>;
    clear(call?: CallOptions): Promise<void>;
    /** Why a request matched what it did, or nothing: the nearest operations and faults, member by member. */
    explain(id: number, call?: CallOptions): Promise<{
      matched: boolean; reason: string;
      operations: { api: string; operationId: string; method: string; path: string; members: Comparison[] }[];
      faults: { id: string; type: string; members: Comparison[] }[];
    }>;
    /**
     * Carries out a request once more, with its secrets. A header of null is left out; another body is a text, sent
     * as it is, or any other JSON.
     */
    replay(id: number, changes?: { headers?: Record<string, string | null>; body?: unknown }, call?: CallOptions):
      Promise<{ id?: number; status: number | null }>;
    count(match?: JournalMatch, call?: CallOptions): Promise<{ count: number; known: boolean; message?: string }>;
    har(query?: JournalQuery, call?: CallOptions): Promise<HAR>;
    /** Makes sure that something was asked as often as wanted, at least once unless said otherwise. */
    verify(match: JournalMatch, times?: Times, call?: CallOptions): Promise<Verification>;
    /** Waits until something was asked often enough; the server waits, nothing is polled. `timeout` in milliseconds. */
    wait(match: JournalMatch, wish?: { atLeast?: number; timeout?: number }, call?: CallOptions):
      Promise<Omit<Verification, 'nearest'>>;
    /** Follows the journal as it grows, until the loop is left or `signal` aborts. */
    follow(query?: JournalQuery, options?: { lastEventID?: number; signal?: AbortSignal }):
      AsyncGenerator<{ id?: number; event: string; data: any }>;
  };
  /** Who calls the world, by address and user agent. */
  readonly devices: {
    list(call?: CallOptions): Promise<Device[]>;
    /** Gives a device a name in all worlds; null takes it away. */
    name(id: string, name: string | null, call?: CallOptions): Promise<Device>;
  };
  readonly tokens: {
    /** Those that were given out or shown lately: whose they are and until when, not what they are. */
    list(call?: CallOptions): Promise<Token[]>;
    /** Ends a session, as by signing out. */
    endSession(session: string, call?: CallOptions): Promise<void>;
    mint(wish: {
      api: string; account: string; session?: string;
      /** Seconds that it lives; less than 0 for one that has ended already. */
      expiresIn?: number; claims?: Record<string, unknown>;
    }, call?: CallOptions): Promise<{
      token: string; refreshToken: string; api: string; account: string; session: string; expiresAt: string;
    }>;
    inspect(token: string, call?: CallOptions): Promise<{
      valid: boolean; reason?: string; world?: string; api?: string; account?: string; session?: string;
      expiresAt?: string; expiresIn?: number; claims?: Record<string, unknown>;
    }>;
    /** Refuses every token that was issued so far. */
    invalidateAll(call?: CallOptions): Promise<void>;
  };
  readonly rateLimits: {
    list(call?: CallOptions): Promise<RateLimit[]>;
    get(api: string, call?: CallOptions): Promise<RateLimit>;
    set(api: string, limit: { authenticated: number; anonymous: number } | { off: true }, call?: CallOptions):
      Promise<RateLimit>;
    /** Uses up what an account or address may still ask. */
    exhaust(api: string, client: { account: string } | { address: string }, call?: CallOptions): Promise<RateLimit>;
    reset(api: string, client?: LimitedClient, call?: CallOptions): Promise<RateLimit>;
  };
  readonly sockets: {
    list(call?: CallOptions): Promise<Socket[]>;
    get(id: number, call?: CallOptions): Promise<Socket>;
    kick(id: number, closing?: Closing, call?: CallOptions): Promise<void>;
    /** Sends a client a raw message, a text or bytes, past the protocol that the socket speaks. */
    send(id: number, message: string | Uint8Array, call?: CallOptions): Promise<void>;
    kickAll(closing?: Closing, call?: CallOptions): Promise<void>;
  };
  readonly broker: {
    get(call?: CallOptions): Promise<{
      subscriptions: { session: string; destination: string }[];
      queues: { destination: string; waiting: number; consumers: number }[]; unacknowledged: number;
    }>;
  };
  readonly messages: {
    publish(message: {
      destination: string; body: unknown; contentType?: string; headers?: Record<string, string>;
    }, call?: CallOptions): Promise<void>;
  };
  readonly simulations: {
    list(call?: CallOptions): Promise<Simulation[]>;
    pause(name?: string, call?: CallOptions): Promise<Simulation[]>;
    resume(name?: string, call?: CallOptions): Promise<Simulation[]>;
    step(name?: string, call?: CallOptions): Promise<Simulation[]>;
  };
  readonly sensors: {
    list(call?: CallOptions): Promise<SensorList>;
    /** What a sensor reads from now on, for `durationSeconds` where given. */
    set(greenhouse: string, sensor: string, value: number, durationSeconds?: number, call?: CallOptions):
      Promise<ControlledSensor>;
    unset(greenhouse: string, sensor: string, call?: CallOptions): Promise<void>;
    /** Has all sensors read at once; `reading` says what. */
    pushReading(reading?: Record<string, unknown>, call?: CallOptions): Promise<Record<string, unknown>>;
  };
  readonly scenarios: {
    list(call?: CallOptions): Promise<Scenario[]>;
    get(id: string, call?: CallOptions): Promise<Scenario>;
    add(scenario: ScenarioToAdd, call?: CallOptions): Promise<Scenario>;
    remove(id: string, call?: CallOptions): Promise<void>;
    removeAll(call?: CallOptions): Promise<void>;
  };
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
