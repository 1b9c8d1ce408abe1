/** The addresses by which devices reach the server. */
export interface ConnectAddresses {
  /** Whether other machines reach the server. */
  lan: boolean;
  /** The address of the page for a phone in the network. */
  page: string | null;
  /** Base URLs for devices in the network, the likeliest first. */
  urls: ({
    url: string;
    tlsUrl: string | null;
    /** The address in it. */
    host: string;
    interface: string;
    kind: 'network' | 'tunnel' | 'bridge';
  })[];
  /** By the machine's name in the network. */
  name: ConnectPlace;
  /** For programs on the machine itself. */
  local: ConnectPlace;
  /** For the Android emulator. */
  emulator: ConnectPlace;
  /** Commands that give an Android device on a cable the server as its own localhost. */
  adb: string[];
  tls: Record<string, unknown> | null;
}

/** An address, plain and over TLS. */
export interface ConnectPlace {
  url: string;
  tlsUrl: string | null;
}

/** What a server has. */
export interface Welcome {
  name: 'mock-api';
  version: string;
  apis: {
    /** The API's short name. */
    name: string;
    title: string;
    /** What the paths of its routes begin with. */
    basePath: string;
    /** Where its document is. */
    document: string;
    /** Who can sign in, a name and a password each. */
    accounts: string[];
  }[];
  /** Paths to go on from, by what is there. */
  links: Record<string, string>;
}

/** The documents of the APIs. */
export interface DocumentList {
  documents: {
    /** The API's short name. */
    name: string;
    title: string;
    /** Where it is as JSON. */
    url: string;
    /** Where it is as it is written. */
    yaml: string;
  }[];
  /** Where the document of the sockets is. */
  sockets: string;
}

/** Whether a server serves. */
export interface Health {
  /** `full` when the last change could not be stored. */
  status: 'ok' | 'full';
  /** What to do about it. */
  message?: string;
  version: string;
  /** Real time. */
  uptimeSeconds: number;
  /** How many there are. */
  worlds: number;
  /** The one that the request belongs to. */
  world: string;
}

/** What the server says of a world. */
export interface WorldFacts {
  id: string;
  /** What it is called for people, where it was given a name. */
  name?: string;
  /** What clients put before their paths; empty for the default world. */
  basePath: string;
  clock: Clock;
  /** By its own clock. */
  startedAt: string;
  /** How many apps have sent it; calls of the control plane are none. */
  requests: number;
  /** Real time since it was used. */
  idleSeconds: number;
}

/** How a clock stands. */
export interface Clock {
  now: string;
  frozen: boolean;
  /** Seconds of the world for each real one. */
  rate: number;
}

/** A world that was kept. */
export interface Snapshot {
  name: string;
  /** By the clock of the world. */
  takenAt: string;
  /** The world that it was taken of. */
  world: string;
}

/** A whole world. */
export interface State {
  version: 1;
  world: string;
  clock: Clock;
  chance: {
    random: string;
    simulation: string;
  };
  tables: Record<string, Row[]>;
}

/** A fault that a world has. */
export interface FaultRecord {
  id: string;
  /** The ready-made set that it came with. */
  set?: string;
  match?: Record<string, unknown>;
  fault: {
    type: string;
  };
  after?: number;
  times?: number;
  probability?: number;
  afterSeconds?: number;
  forSeconds?: number;
  /** How many requests and messages it matched. */
  matches: number;
  /** How many of them it happened to. */
  applications: number;
  /** Whether it will never happen again. */
  spent: boolean;
}

/** A ready-made set of faults. */
export interface FaultSet {
  name: string;
  about: string;
  /** Whether the world has it. */
  active: boolean;
  /** As they are in the world, or as they would be added. */
  faults: {
    fault: Record<string, unknown>;
  }[];
}

/** How often something was to be asked. */
export interface Expected {
  exactly?: number;
  atLeast?: number;
  atMost?: number;
}

/** What identifies an entry. */
export interface EntrySummary {
  /** Missing while the answer or frame is on its way. */
  id?: number;
  kind: 'exchange' | 'frame';
  /** By the world's clock. */
  time: string;
  api: string;
  path?: string;
  /** Whose token came along. */
  account?: string;
  method?: string;
  status?: number;
  remoteAddress?: string;
  /** The id of the device that called. */
  device?: string;
  /** Until the answer was there, or its end where that came later. */
  durationMicroseconds?: number;
  operationId?: string;
  query?: string;
  /** As the condition has it, or `underWay` while the answer or frame is on its way. */
  ending?: 'whole' | 'truncated' | 'empty' | 'reset' | 'never' | 'aborted' | 'underWay';
  /** Whether a frame arrived. False also while a fault holds it back; missing while it is on its way. */
  delivered?: boolean;
  /** Bytes of the content that were sent */
  sentBytes?: number;
  socket?: string;
  direction?: 'received' | 'sent';
  type?: 'text' | 'binary';
  payloadBytes?: number;
  /** What a frame is, such as its command and destination. */
  summary?: string;
  faults?: {
    id: string;
    type: string;
  }[];
  /** In what the request left its API document. */
  deviations?: {
    location: string;
    message: string;
  }[];
}

/**
 * An exchange with its request and what its client got of the response, or a frame with its payload. Without a
 * status the client got none.
 */
export interface Entry {
  /** Missing while the answer or frame is on its way. */
  id?: number;
  kind: 'exchange' | 'frame';
  /** By the world's clock. */
  time: string;
  api: string;
  path?: string;
  /** Whose token came along. */
  account?: string;
  method?: string;
  status?: number;
  remoteAddress?: string;
  /** The id of the device that called. */
  device?: string;
  /** Until the answer was there, or its end where that came later. */
  durationMicroseconds?: number;
  operationId?: string;
  query?: string;
  /** As the condition has it, or `underWay` while the answer or frame is on its way. */
  ending?: 'whole' | 'truncated' | 'empty' | 'reset' | 'never' | 'aborted' | 'underWay';
  /** Whether a frame arrived. False also while a fault holds it back; missing while it is on its way. */
  delivered?: boolean;
  /** Bytes of the content that were sent */
  sentBytes?: number;
  socket?: string;
  direction?: 'received' | 'sent';
  type?: 'text' | 'binary';
  payloadBytes?: number;
  /** What a frame is, such as its command and destination. */
  summary?: string;
  faults?: {
    id: string;
    type: string;
  }[];
  /** In what the request left its API document. */
  deviations?: {
    location: string;
    message: string;
  }[];
  request?: {
    headers: Record<string, string | string[]>;
    /** As many came. */
    bodyBytes: number;
    /** The content, secrets blacked out: JSON as such, text, or bytes in base64. */
    body?: unknown;
    encoding?: 'json' | 'text' | 'base64';
    /** True when only the beginning was kept. */
    truncated?: boolean;
  };
  response?: {
    status?: number;
    headers?: Record<string, string | string[]>;
    /** As many were to go out. */
    bodyBytes: number;
    /** True for content without an end, which is not kept. */
    streamed?: boolean;
    /** The content, secrets blacked out: JSON as such, text, or bytes in base64. */
    body?: unknown;
    encoding?: 'json' | 'text' | 'base64';
    /** True when only the beginning was kept. */
    truncated?: boolean;
    /** How long a fault held it back. */
    delayMilliseconds?: number;
    /** How slow a fault made it. */
    bytesPerSecond?: number;
  };
  /** The content, secrets blacked out: JSON as such, text, or bytes in base64. */
  payload?: unknown;
  encoding?: 'json' | 'text' | 'base64';
  /** True when only the beginning was kept. */
  truncated?: boolean;
}

/** Exchanges as a HAR 1.2 document. */
export interface HAR {
  log: {
    /** The world whose journal it is. */
    comment: string;
    version: '1.2';
    creator: {
      name: string;
      version: string;
    };
    entries: {
      startedDateTime: string;
      /** Milliseconds. */
      time: number;
      request: Record<string, unknown>;
      response: Record<string, unknown>;
      cache: Record<string, unknown>;
      timings: Record<string, unknown>;
      comment?: string;
    }[];
  };
}

/** The limit of an API, and who used how much of it. */
export interface RateLimit {
  api: string;
  windowSeconds: 60;
  /** Requests in a window with a token; null for no limits. */
  authenticated: number | null;
  /** And without one. */
  anonymous: number | null;
  /** Who has asked in this window, at most 1000 of them. */
  clients: {
    account?: string;
    address?: string;
    requests: number;
    resetInSeconds: number;
  }[];
}

/** An open socket. */
export interface Socket {
  id: number;
  api: string;
  path: string;
  operationId: string | null;
  account: string | null;
  remoteAddress: string;
  /** By the world's clock. */
  openedAt: string;
  received: Traffic;
  sent: Traffic;
  /** The id of the device that opened it. */
  device: string;
  /** `stomp`, `sockjs`, `channels` or `echo`; null for another. */
  protocol: string | null;
  /** The agreed version of STOMP. */
  version: string | null;
  /** Whom the client signed in as over the socket. */
  user: string | null;
  /** How often each side promised to be heard, in milliseconds, 0 for never. */
  heartBeat: {
    client: number;
    server: number;
  } | null;
  subscriptions: ({
    id: string;
    destination: string;
    ack: string | null;
    unacknowledged: number;
  })[];
  /** Bytes that wait to be sent. */
  queuedBytes: number;
  /** Messages that the client was too slow for. */
  droppedMessages: number;
}

/** A call of the control plane that changed something. */
export interface Activity {
  id: number;
  /** By the world's clock. */
  time: string;
  /** The real time. */
  at: string;
  world: string;
  operationId: string;
  method: string;
  path: string;
  status: number;
  /** What was sent, if it was short. */
  body?: unknown;
}

/** Who calls, by address and user agent. */
export interface Device {
  id: string;
  address: string;
  userAgent: string | null;
  name: string | null;
  requests: number;
  /** Answers of 404. */
  notFound: number;
  /** Requests that leave their document. */
  violations: number;
  /** Answers of 500 and more. */
  serverErrors: number;
  firstSeen: string;
  lastSeen: string;
}

/** Something that happens when time passes. */
export interface UpcomingEvent {
  /** By the world's clock; of several equal ones, the first. */
  time: string;
  kind: 'accessTokenExpiry' | 'refreshTokenExpiry' | 'simulation' | 'scenarioBegin' | 'scenarioEnd' | 'sensorValueEnd'
    | 'faultBegin' | 'faultEnd' | 'rateLimitReset';
  about: string;
  count: number;
  api?: string;
  account?: string;
}

/** One condition, and how a request compares with it. */
export interface Comparison {
  name: string;
  expected: string;
  actual: string;
  matches: boolean;
}

/** A token, without the token itself. */
export interface Token {
  kind: 'access' | 'refresh';
  api: string;
  account: string;
  email: string | null;
  session: string;
  issuedAt: string | null;
  expiresAt: string;
  state: 'valid' | 'expired' | 'signedOut' | 'spent';
}

/** What went over a socket in one direction. */
export interface Traffic {
  messages: number;
  bytes: number;
}

/** The sensors of each greenhouse. */
export interface SensorList {
  now: string;
  greenhouses: ({
    greenhouseId: '001' | '002' | '003';
    sensors: ControlledSensor[];
  })[];
}

/** A sensor, and whether a test holds it. */
export interface ControlledSensor {
  /** The member of RealDataDto that the sensor is. */
  sensorId: string;
  greenhouseId: '001' | '002' | '003';
  /** The short name within the greenhouse. */
  name: string;
  type: 'TEMPERATURE' | 'HUMIDITY' | 'SECTOR' | 'EXTRACTOR' | 'SENSOR';
  unit: string;
  /** What a reading would have now; null while it is offline. */
  value: number | null;
  /** The value that was set, null when there is none. */
  set: Record<string, unknown> | null;
  /** The ids of the scenarios that it is in now. */
  scenarios: string[];
}

/** What befalls sensors. */
export interface Scenario {
  id: string;
  type: 'heatWave' | 'stuck' | 'offline' | 'spikes';
  state: 'scheduled' | 'running' | 'over';
  /** null for all. */
  greenhouse: string | null;
  /** The one sensor; null for those that the type is about. */
  sensor: string | null;
  intensity: number | null;
  startsAt: string;
  endsAt: string;
}

/** A row of a table: its columns by name; bytes as `{base64}`. */
export type Row = Record<string, string | number | boolean | null | { base64: string }>;
