// Written by script/generate from openapi/mock.yaml; do not edit.
import type {
  CallOptions, Duration, Fault, FaultMatch, FaultSetName, JournalMatch, JournalQuery, Row,
} from './options.js';
import type {
  Activity, BrokerInfo, ChannelInfo, ChannelMessage, Clock, ConnectAddresses, ControlCall, Count, Device,
  DocumentList, Entry, Explanation, FaultRecord, FaultSet, FaultType, Health, HeldExchange, HoldWait, IssuedToken,
  JournalPage, MessagePage, PushedEvent, RateLimit, Replay, Rows, Scenario, Sensor, SensorList, Simulation,
  Snapshot, Socket, Table, Token, TokenInfo, Upcoming, Welcome, WorldInfo,
} from './values.js';

/** The calls of `MockServer`. */
export class ServerCalls {
  /** Say what this server is, which APIs it has, and where to go on. */
  welcome(call?: CallOptions): Promise<Welcome>;

  /** List the calls of the control plane; browsers get the live page. */
  calls(call?: CallOptions): Promise<ControlCall[]>;

  /** List the API documents. */
  documents(call?: CallOptions): Promise<DocumentList>;

  /** Get an OpenAPI 3.1 document. */
  document(file: string, call?: CallOptions): Promise<any>;

  /** Get the AsyncAPI 3 document of the sockets as YAML. */
  socketsDocumentYaml(call?: CallOptions): Promise<string>;

  /** Get the AsyncAPI 3 document of the sockets as JSON. */
  socketsDocument(call?: CallOptions): Promise<any>;

  /** Ask whether the server serves. */
  health(call?: CallOptions): Promise<Health>;

  /** Get the CA's certificate as PEM. */
  authorityPem(call?: CallOptions): Promise<string>;

  /** List the calls of the control plane that changed something. */
  activity(options?: { after?: number; limit?: number; }, call?: CallOptions): Promise<Activity[]>;

  /** Get the addresses by which devices reach the server. */
  connectAddresses(call?: CallOptions): Promise<ConnectAddresses>;

  /** Get what the server did, in numbers. */
  metrics(call?: CallOptions): Promise<string>;
}

/** The calls of `world.devices`. */
export class DevicesCalls {
  /** List the devices that call the world. */
  list(call?: CallOptions): Promise<Device[]>;

  /** Give a device a name, or take it away. */
  name(id: string, options?: { name?: string; }, call?: CallOptions): Promise<Device>;
}

/** The calls of `server.worlds`. */
export class WorldsCalls {
  /** List the worlds. */
  list(call?: CallOptions): Promise<WorldInfo[]>;

  /** Look at a world. */
  get(id: string, call?: CallOptions): Promise<WorldInfo>;

  /** Delete a world. */
  delete(id: string, call?: CallOptions): Promise<void>;
}

/** The calls of `world.clock`. */
export class ClockCalls {
  /** Look at the clock. */
  get(call?: CallOptions): Promise<Clock>;

  /** Stop the clock, set it, let time pass, or let it run faster. */
  set(
    options?: { freeze?: boolean; now?: Date | string; advance?: Duration; rate?: number; reset?: boolean; },
    call?: CallOptions,
  ): Promise<Clock>;

  /** List what happens when time passes. */
  upcoming(options?: { until?: Date | string; within?: Duration; }, call?: CallOptions): Promise<Upcoming>;
}

/** The calls of `world`. */
export class WorldCalls {
  /** Reset a world to its initial state. */
  reset(call?: CallOptions): Promise<void>;

  /** Sign in to an API as one of its accounts, without a password. */
  signIn(api: string, options?: { account?: string; }, call?: CallOptions): Promise<Token>;
}

/** The calls of `world.snapshots`. */
export class SnapshotsCalls {
  /** List the snapshots. */
  list(call?: CallOptions): Promise<Snapshot[]>;

  /** Look at a snapshot. */
  get(name: string, call?: CallOptions): Promise<Snapshot>;

  /** Take a snapshot of the whole world. */
  take(name: string, call?: CallOptions): Promise<Snapshot>;

  /** Delete a snapshot. */
  delete(name: string, call?: CallOptions): Promise<void>;

  /** Restore a snapshot. */
  restore(name: string, call?: CallOptions): Promise<Snapshot>;
}

/** The calls of `world.state`. */
export class StateCalls {
  /** Export a world as JSON. */
  export(call?: CallOptions): Promise<Record<string, any>>;
}

/** The calls of `world.data`. */
export class DataCalls {
  /** List the tables. */
  tables(call?: CallOptions): Promise<Table[]>;

  /** List rows. */
  list(
    table: string,
    options?: { limit?: number; offset?: number; filter?: Record<string, string | number | boolean>; },
    call?: CallOptions,
  ): Promise<Rows>;

  /** Change rows. */
  change(table: string, set: Row, options?: { where?: Row; }, call?: CallOptions): Promise<number>;

  /** Delete rows. */
  delete(table: string, options?: { where?: Row; }, call?: CallOptions): Promise<number>;
}

/** The calls of `world.faults`. */
export class FaultsCalls {
  /** List the faults. */
  list(call?: CallOptions): Promise<FaultRecord[]>;

  /** Add a fault. */
  add(
    fault: Fault,
    options?: {
      id?: string;
      match?: FaultMatch;
      after?: number;
      times?: number;
      probability?: number;
      startsIn?: Duration;
      duration?: Duration;
    },
    call?: CallOptions,
  ): Promise<FaultRecord>;

  /** Remove all faults. */
  clear(call?: CallOptions): Promise<void>;

  /** Look at a fault. */
  get(id: string, call?: CallOptions): Promise<FaultRecord>;

  /** Remove a fault. */
  remove(id: string, call?: CallOptions): Promise<void>;

  /** List the types of faults. */
  types(call?: CallOptions): Promise<FaultType[]>;
}

/** The calls of `world.holds`. */
export class HoldsCalls {
  /** List the exchanges that are held. */
  list(call?: CallOptions): Promise<HeldExchange[]>;

  /** Wait until exchanges are held. */
  awaitExchange(
    options?: { heldBy?: string; atLeast?: number; timeout?: Duration; },
    call?: CallOptions,
  ): Promise<HoldWait>;

  /** Release all exchanges that are held. */
  releaseAll(options?: { heldBy?: string; fault?: Fault; }, call?: CallOptions): Promise<number>;

  /** Look at an exchange that is held. */
  get(id: string, call?: CallOptions): Promise<HeldExchange>;

  /** Release an exchange that is held. */
  release(id: string, options?: { fault?: Fault; }, call?: CallOptions): Promise<void>;
}

/** The calls of `world.faultSets`. */
export class FaultSetsCalls {
  /** List the ready-made sets of faults. */
  list(call?: CallOptions): Promise<FaultSet[]>;

  /** Add a ready-made set of faults. */
  add(name: FaultSetName, options?: { match?: FaultMatch; }, call?: CallOptions): Promise<FaultSet>;

  /** Remove the faults of a set. */
  remove(name: FaultSetName, call?: CallOptions): Promise<void>;
}

/** The calls of `world.requests`. */
export class RequestsCalls {
  /** List the recorded exchanges and frames. */
  page(options?: JournalQuery & { limit?: number; order?: 'asc' | 'desc'; }, call?: CallOptions): Promise<JournalPage>;

  /** Clear the journal. */
  clear(call?: CallOptions): Promise<void>;

  /** Look at an entry. */
  get(id: number, call?: CallOptions): Promise<Entry>;

  /** Explain why a request matched an operation and faults, or none. */
  explain(id: number, call?: CallOptions): Promise<Explanation>;

  /** Carry out a request once more. */
  replay(
    id: number,
    options?: { headers?: Record<string, string | null>; body?: unknown; },
    call?: CallOptions,
  ): Promise<Replay>;

  /** Count requests. */
  count(match?: JournalMatch, call?: CallOptions): Promise<Count>;

  /** Export exchanges as HAR 1.2. */
  har(
    options?: JournalQuery & { limit?: number; order?: 'asc' | 'desc'; },
    call?: CallOptions,
  ): Promise<Record<string, any>>;
}

/** The calls of `world.channels`. */
export class ChannelsCalls {
  /** Send a message to the clients of a channel. */
  push(
    channel: string,
    options?: { api?: string; message?: string; payload?: unknown; },
    call?: CallOptions,
  ): Promise<PushedEvent>;

  /** List the channels of custom APIs and of Interspace, with their messages and the number of their listeners. */
  list(call?: CallOptions): Promise<ChannelInfo[]>;

  /** Hold back the messages that the server sends on a channel. */
  hold(channel: string, options?: { api?: string; message?: string; }, call?: CallOptions): Promise<void>;

  /** Send messages that are held back. */
  release(
    options?: { api?: string; channel?: string; message?: string; count?: number; },
    call?: CallOptions,
  ): Promise<number>;

  /** List the messages of channels that clients sent and got. */
  messages(
    options?: {
      api?: string;
      channel?: string;
      message?: string;
      direction?: 'received' | 'sent';
      account?: string;
      delivered?: boolean | 'true' | 'false' | 'any';
      since?: number | Date | string;
      limit?: number;
    },
    call?: CallOptions,
  ): Promise<MessagePage>;

  /** Wait until a client has sent or got a message. */
  awaitMessage(
    options?: {
      api?: string;
      channel?: string;
      message?: string;
      payload?: unknown;
      direction?: 'received' | 'sent';
      account?: string;
      delivered?: boolean;
      since?: number;
      count?: number;
      timeout?: Duration;
    },
    call?: CallOptions,
  ): Promise<ChannelMessage>;

  /** Verify how often clients sent or got a message. */
  verifySent(
    options?: {
      api?: string;
      channel?: string;
      message?: string;
      payload?: unknown;
      direction?: 'received' | 'sent';
      account?: string;
      delivered?: boolean;
      since?: number;
      exactly?: number;
      atLeast?: number;
      atMost?: number;
    },
    call?: CallOptions,
  ): Promise<number>;
}

/** The calls of `world.tokens`. */
export class TokensCalls {
  /** List the tokens that were given out or shown lately. */
  list(call?: CallOptions): Promise<IssuedToken[]>;

  /** Make tokens for an account. */
  mint(
    api: string,
    account: string,
    options?: { session?: string; expiresIn?: Duration; claims?: Record<string, any>; },
    call?: CallOptions,
  ): Promise<Token>;

  /** End a session. */
  endSession(session: string, call?: CallOptions): Promise<void>;

  /** Make all tokens invalid. */
  invalidate(call?: CallOptions): Promise<void>;

  /** Look into an access token. */
  inspect(token: string, call?: CallOptions): Promise<TokenInfo>;
}

/** The calls of `world.rateLimits`. */
export class RateLimitsCalls {
  /** List the rate limits of every API. */
  list(call?: CallOptions): Promise<RateLimit[]>;

  /** Look at the rate limits of an API. */
  get(api: string, call?: CallOptions): Promise<RateLimit>;

  /** Change the rate limits of an API, or remove them. */
  set(
    api: string,
    options?: { off?: boolean; authenticated?: number; anonymous?: number; },
    call?: CallOptions,
  ): Promise<RateLimit>;

  /** Use up the requests of an account or address. */
  exhaust(api: string, options?: { account?: string; address?: string; }, call?: CallOptions): Promise<RateLimit>;

  /** Forget the requests of an account or address, or of all. */
  reset(api: string, options?: { account?: string; address?: string; }, call?: CallOptions): Promise<RateLimit>;
}

/** The calls of `world.sockets`. */
export class SocketsCalls {
  /** List the open sockets. */
  list(call?: CallOptions): Promise<Socket[]>;

  /** Close all sockets. */
  kickAll(options?: { code?: number; reason?: string; abort?: boolean; }, call?: CallOptions): Promise<void>;

  /** Look at a socket. */
  get(id: number, call?: CallOptions): Promise<Socket>;

  /** Close a socket. */
  kick(id: number, options?: { code?: number; reason?: string; abort?: boolean; }, call?: CallOptions): Promise<void>;
}

/** The calls of `world.broker`. */
export class BrokerCalls {
  /** Look at the message broker. */
  get(call?: CallOptions): Promise<BrokerInfo>;
}

/** The calls of `world.messages`. */
export class MessagesCalls {
  /** Publish a message through the broker. */
  publish(
    destination: string,
    body: string | number | boolean | Record<string, any> | unknown[],
    options?: { contentType?: string; headers?: Record<string, string>; },
    call?: CallOptions,
  ): Promise<void>;
}

/** The calls of `world.simulations`. */
export class SimulationsCalls {
  /** List what moves by itself. */
  list(call?: CallOptions): Promise<Simulation[]>;

  /** Let a simulation pause, or all. */
  pause(name?: string, call?: CallOptions): Promise<Simulation[]>;

  /** Resume a simulation, or all. */
  resume(name?: string, call?: CallOptions): Promise<Simulation[]>;

  /** Run one step of a simulation now, or of each. */
  step(name?: string, call?: CallOptions): Promise<Simulation[]>;
}

/** The calls of `world.sensors`. */
export class SensorsCalls {
  /** Show every sensor, and what a reading would have now. */
  list(call?: CallOptions): Promise<SensorList>;

  /** Set what a sensor shows from now on. */
  set(
    greenhouse: string,
    sensor: string,
    value: number,
    options?: { duration?: Duration; },
    call?: CallOptions,
  ): Promise<Sensor>;

  /** Remove the set value of a sensor. */
  unset(greenhouse: string, sensor: string, call?: CallOptions): Promise<void>;
}

/** The calls of `world.scenarios`. */
export class ScenariosCalls {
  /** List the scenarios by their start, with those that are over. */
  list(call?: CallOptions): Promise<Scenario[]>;

  /** Add a scenario for sensors. */
  add(
    type: 'heatWave' | 'stuck' | 'offline' | 'spikes',
    duration: Duration,
    options?: { greenhouse?: string | number; sensor?: string; intensity?: number; startsIn?: Duration; },
    call?: CallOptions,
  ): Promise<Scenario>;

  /** End all scenarios. */
  clear(call?: CallOptions): Promise<void>;

  /** Show a scenario. */
  get(id: string, call?: CallOptions): Promise<Scenario>;

  /** End a scenario. */
  remove(id: string, call?: CallOptions): Promise<void>;
}
