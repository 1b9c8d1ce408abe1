// Written by script/generate from openapi/mock.yaml; do not edit.
import type { Row } from './options.js';

/** The server, its APIs and its options. */
export interface Welcome {
  name: 'mock-api';
  version: string;
  apis: Api[];
  /** Paths to go on from, by what is there. */
  links: Record<string, string>;
}

/** An API that the server serves. */
export interface Api {
  /** The API's short name. */
  name: string;
  title: string;
  /** What the paths of its routes begin with. */
  basePath: string;
  /** Where its document is. */
  document: string;
  /** Who can sign in, a name and a password each. */
  accounts: string[];
}

/** A call of the control plane. */
export interface ControlCall {
  method: string;
  path: string;
  operationId: string;
  about: string;
}

/** Where the documents are. */
export interface DocumentList {
  documents: Document[];
  /** Where the document of the sockets is. */
  sockets: string;
}

/** `documents` of `DocumentList`. */
export interface Document {
  /** The API's short name. */
  name: string;
  title: string;
  /** Where it is as JSON. */
  url: string;
  /** Where it is as it is written. */
  yaml: string;
}

/** The health of the server. `full` when the last change could not be stored. */
export interface Health {
  /** `full` when the last change could not be stored. */
  status: 'ok' | 'full';
  /** What to do about it. */
  message?: string;
  version: string;
  /** Real time. */
  uptimeSeconds: number;
  /** Their number. */
  worlds: number;
  /** The world of the request. */
  world: string;
  /** The server's name among several behind a load balancer. */
  node?: string;
  /** The connection to the broker of `--stomp-relay`. */
  stompRelay?: StompRelay;
}

/** The connection to the broker of `--stomp-relay`. */
export interface StompRelay {
  /** Host and port of the broker. */
  address: string;
  /** Whether the server's own connection is open. */
  connected: boolean;
  /** Why it is not. */
  message?: string;
}

/** A call of the control plane that changed something. `time` is by the world's clock, `at` is real. */
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
  /** The body of the request, if it was short. */
  body?: unknown;
}

/** A client, by address and user agent, with its errors. */
export interface Device {
  id: string;
  address: string;
  userAgent: string | null;
  name: string | null;
  requests: number;
  /** Responses with 404. */
  notFound: number;
  /** Requests that deviate from their document. */
  violations: number;
  /** Responses with 500 and more. */
  serverErrors: number;
  /** Those, and responses that the client did not get completely, such as after a reset or a timeout. */
  errors: number;
  firstSeen: string;
  lastSeen: string;
}

/** By which addresses devices and emulators reach the server. */
export interface ConnectAddresses {
  /** Whether other machines reach the server. */
  lan: boolean;
  /** The address of the page for a phone in the network. */
  page: string | null;
  /** Base URLs for devices in the network, the likeliest first. */
  urls: ConnectAddressesUrl[];
  /** By the machine's name in the network. */
  name: ConnectPlace | null;
  /** For programs on the machine itself. */
  local: ConnectPlace | null;
  /** For the Android emulator. */
  emulator: ConnectPlace | null;
  /** Commands that give an Android device on a cable the server as its own localhost. */
  adb: string[];
  tls: ConnectAddressesTls | null;
}

/** `urls` of `ConnectAddresses`. */
export interface ConnectAddressesUrl {
  url: string;
  tlsUrl: string | null;
  /** The address in it. */
  host: string;
  interface: string;
  kind: 'network' | 'tunnel' | 'bridge';
}

/** `name` of `ConnectAddresses`. */
export interface ConnectPlace {
  url: string;
  tlsUrl: string | null;
}

/** `tls` of `ConnectAddresses`. */
export interface ConnectAddressesTls {
  port: number;
  /** Where the certificate of the server's own authority is; null when it has none. */
  authority: ConnectAddressesTlsAuthority | null;
}

/** Where the certificate of the server's own authority is; null when it has none. */
export interface ConnectAddressesTlsAuthority {
  pem: string;
  der: string;
  mobileconfig: string;
}

/** A world as the server shows it. `startedAt` is by its own clock, `idleSeconds` are real. */
export interface WorldInfo {
  id: string;
  /** Its display name, if it has one. */
  name?: string;
  /** What clients put before their paths; empty for the default world. */
  basePath: string;
  /** The time of a world. `rate` is its seconds in each real second. */
  clock: Clock;
  /** By its own clock. */
  startedAt: string;
  /** How many apps have sent it; calls of the control plane are none. */
  requests: number;
  /** Real time since it was used. */
  idleSeconds: number;
}

/** The time of a world. `rate` is its seconds in each real second. */
export interface Clock {
  now: string;
  frozen: boolean;
  /** Seconds of the world in each real second. */
  rate: number;
}

/** The events until a time, and when the next valid access token expires. */
export interface Upcoming {
  now: string;
  until: string;
  events: UpcomingEvent[];
  nextTokenExpiry: string | null;
  /** True when there are more. */
  truncated: boolean;
}

/**
 * An event that is due when time passes. `time` is by the world's clock; for several equal events, that of the first.
 */
export interface UpcomingEvent {
  /** By the world's clock; for several equal events, that of the first. */
  time: string;
  kind: 'accessTokenExpiry' | 'refreshTokenExpiry' | 'simulation' | 'scenarioBegin' | 'scenarioEnd'
    | 'sensorValueEnd' | 'faultBegin' | 'faultEnd' | 'rateLimitReset';
  about: string;
  count: number;
  api?: string;
  account?: string;
}

/** A whole world, kept under a name. */
export interface Snapshot {
  name: string;
  /** By the clock of the world. */
  takenAt: string;
  /** The world that it was taken of. */
  world: string;
}

/** One of the tables of `listTables`. */
export interface Table {
  name: string;
  /** Their number. */
  rows: number;
  columns: string[];
}

/** Rows of a table, and their total number. */
export interface Rows {
  rows: Row[];
  total: number;
}

/** A fault of a world, how many requests and messages it matched, and how many it applied to. */
export interface FaultRecord {
  id: string;
  /** The ready-made set that it came with. */
  set?: string;
  match?: Record<string, any> | null;
  fault: Record<string, any>;
  after?: number | null;
  times?: number | null;
  probability?: number | null;
  afterSeconds?: number | null;
  forSeconds?: number | null;
  /** How many requests and messages it matched. */
  matches: number;
  /** How many of them it applied to. */
  applications: number;
  /** True when it will never apply again. */
  exhausted: boolean;
}

/** An exchange that a fault holds. Its times are real time. */
export interface HeldExchange {
  id: string;
  /** The id of the fault that holds it. */
  heldBy: string;
  /** What waits. */
  phase: 'request' | 'response';
  method: string;
  path: string;
  query?: string;
  api: string;
  operationId?: string;
  /** Whose token came along. */
  account?: string;
  /** The id of the device that called. */
  device: string;
  /** Of the response that waits; missing for a request. */
  status?: number;
  since: string;
  /** When it goes on by itself. */
  until: string;
  /** The request, only of a single exchange. */
  request?: HeldExchangeRequest;
  /** The response that waits, only of a single exchange; missing for a request. */
  response?: HeldExchangeResponse;
}

/** The request, only of a single exchange. */
export interface HeldExchangeRequest {
  /** Names and values; a list for a name that came more than once. */
  headers: Record<string, string | string[]>;
  /** As many came. */
  bodyBytes: number;
  /** The body, with secrets redacted: JSON as such, text, or bytes in base64. */
  body?: unknown;
  /** The encoding of the body. */
  encoding?: 'json' | 'text' | 'base64';
  /** True when only the beginning was kept. */
  truncated?: boolean;
}

/** The response that waits, only of a single exchange; missing for a request. */
export interface HeldExchangeResponse {
  status: number;
  /** Names and values; a list for a name that came more than once. */
  headers: Record<string, string | string[]>;
  /** As many are to go out. */
  bodyBytes: number;
  /** True for an endless body, which is not kept. */
  streamed?: boolean;
  /** The body, with secrets redacted: JSON as such, text, or bytes in base64. */
  body?: unknown;
  /** The encoding of the body. */
  encoding?: 'json' | 'text' | 'base64';
  /** True when only the beginning was kept. */
  truncated?: boolean;
  /** How long a fault delays it. */
  delayMilliseconds?: number;
  /** The rate that a fault set. */
  bytesPerSecond?: number;
}

/** The result of a wait for exchanges that are held. */
export interface HoldWait {
  /** Whether so many are held. */
  satisfied: boolean;
  holds: HeldExchange[];
}

/** A type of fault and its options. */
export interface FaultType {
  type: string;
  /** Its effect. */
  about: string;
  /** What it can apply to. */
  scope: 'requests' | 'sockets' | 'both';
  fields: FaultTypeField[];
}

/** `fields` of `FaultType`. */
export interface FaultTypeField {
  name: string;
  about: string;
  required: boolean;
  /** The kind of value that it accepts; `json` is any value. */
  kind: 'integer' | 'number' | 'text' | 'choice' | 'flag' | 'object' | 'json';
  /** The values of a choice. */
  choices?: string[];
}

/** A ready-made set of faults, and whether the world has it. */
export interface FaultSet {
  name: string;
  about: string;
  /** Whether the world has it. */
  active: boolean;
  /** As they are in the world, or as they would be added. */
  faults: Record<string, any>[];
}

/**
 * Entries of a journal. `total` match the conditions, `dropped` were removed, `framesLeftOut` came too fast to be kept.
 */
export interface JournalPage {
  /** The world whose journal it is. */
  world: JournalPageWorld;
  requests: Entry[];
  /**
   * Exchanges whose response is being sent, and frames in transit. They get their number when their ending is known.
   */
  pending: Entry[];
  total: number;
  /** How many entries were removed for newer ones. */
  dropped: number;
  /** How many frames came too fast to be kept. */
  framesLeftOut: number;
}

/** The world whose journal it is. */
export interface JournalPageWorld {
  id: string;
  /** Its display name, if it has one. */
  name?: string;
}

/**
 * An exchange with its request and what its client got of the response, or a frame with its payload. Without a status
 * the client got none.
 */
export interface Entry extends Summary {
  request?: EntryRequest;
  response?: EntryResponse;
  /** The body, with secrets redacted: JSON as such, text, or bytes in base64. */
  payload?: unknown;
  /** The encoding of the body. */
  encoding?: 'json' | 'text' | 'base64';
  /** True when only the beginning was kept. */
  truncated?: boolean;
}

/** `request` of `Entry`. */
export interface EntryRequest {
  /** Names and values; a list for a name that came more than once. */
  headers: Record<string, string | string[]>;
  /** As many came. */
  bodyBytes: number;
  /** The body, with secrets redacted: JSON as such, text, or bytes in base64. */
  body?: unknown;
  /** The encoding of the body. */
  encoding?: 'json' | 'text' | 'base64';
  /** True when only the beginning was kept. */
  truncated?: boolean;
}

/** `response` of `Entry`. */
export interface EntryResponse {
  status?: number;
  /** Names and values; a list for a name that came more than once. */
  headers?: Record<string, string | string[]>;
  /** As many were to go out. */
  bodyBytes: number;
  /** True for an endless body, which is not kept. */
  streamed?: boolean;
  /** The body, with secrets redacted: JSON as such, text, or bytes in base64. */
  body?: unknown;
  /** The encoding of the body. */
  encoding?: 'json' | 'text' | 'base64';
  /** True when only the beginning was kept. */
  truncated?: boolean;
  /** How long a fault delayed it. */
  delayMilliseconds?: number;
  /** The rate that a fault set. */
  bytesPerSecond?: number;
}

/** Why a request matched an operation and faults, or none; the nearest operation first. */
export interface Explanation {
  /** True when an operation of an API matched. */
  matched: boolean;
  reason: string;
  operations: ExplanationOperation[];
  faults: ExplanationFault[];
}

/** `operations` of `Explanation`. */
export interface ExplanationOperation {
  api: string;
  operationId: string;
  method: string;
  path: string;
  members: Comparison[];
}

/** One condition, and how a request compares with it. */
export interface Comparison {
  name: string;
  expected: string;
  actual: string;
  matches: boolean;
}

/** `faults` of `Explanation`. */
export interface ExplanationFault {
  id: string;
  type: string;
  members: Comparison[];
}

/** The result of a request that was sent again. `status` is null where the client would have got no response. */
export interface Replay {
  /** The new entry. */
  id?: number;
  /** The status that the client would have got; null for none. */
  status: number | null;
}

/** The number of matching entries; `known` is false where the journal cannot be sure of it. */
export interface Count {
  count: number;
  /** False where removed entries or truncated bodies could change the result; `satisfied` is false then. */
  known: boolean;
  /** Why the result is not known, and how to fix that. */
  message?: string;
}

/** The result of a verification or a wait. */
export interface Verification {
  satisfied: boolean;
  /** False where removed entries or truncated bodies could change the result; `satisfied` is false then. */
  known: boolean;
  /** Why the result is not known, and how to fix that. */
  message?: string;
  count: number;
  /** How many were expected. */
  expected: Expected;
  nearest: VerificationNearest[];
  /** The entries that match, the oldest first, if the request asks for them. */
  entries?: Entry[];
}

/** How many were expected. */
export interface Expected {
  exactly?: number;
  atLeast?: number;
  atMost?: number;
}

/** `nearest` of `Verification`. */
export interface VerificationNearest {
  /** The summary of an entry. */
  request: Summary;
  reasons: string[];
}

/** The summary of an entry. */
export interface Summary {
  /** Missing while the response or frame is being sent. */
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
  /** Until the response was complete, or until its ending where that came later. */
  durationMicroseconds?: number;
  operationId?: string;
  query?: string;
  /** As in the condition, or `pending` while the response or frame is being sent, or a fault holds the exchange. */
  ending?: 'whole' | 'truncated' | 'empty' | 'reset' | 'never' | 'aborted' | 'pending';
  /** The id of the hold, while a fault holds the exchange. */
  hold?: string;
  /** How long faults held it, in real time; part of the duration. */
  heldMicroseconds?: number;
  /**
   * Whether a frame arrived. A frame from the client arrives at the server's session; a frame to the client, when the
   * operating system has all its bytes. False also while a fault delays it; missing while it is being sent.
   */
  delivered?: boolean;
  /** Bytes of the body that were sent */
  sentBytes?: number;
  socket?: string;
  direction?: 'received' | 'sent';
  type?: 'text' | 'binary';
  payloadBytes?: number;
  /** A short description of a frame, such as its command and destination. */
  summary?: string;
  faults?: SummaryFault[];
  /** In what the request left its API document. */
  deviations?: SummaryDeviation[];
}

/** `faults` of `Summary`. */
export interface SummaryFault {
  id: string;
  type: string;
}

/** `deviations` of `Summary`. */
export interface SummaryDeviation {
  location: string;
  message: string;
}

/** A message that a test sent. */
export interface PushedEvent {
  api: string;
  channel: string;
  message: string;
  payload: unknown;
  /** The clients that got it. */
  listeners: number;
  /** How the payload leaves its schema, a sentence each. */
  violations: string[];
  /** Whether it waits until a test releases the channel. */
  held: boolean;
}

/** A token that was given out or shown lately, without the token itself. */
export interface IssuedToken {
  kind: 'access' | 'refresh';
  api: string;
  account: string;
  email: string | null;
  session: string;
  issuedAt: string | null;
  expiresAt: string;
  state: 'valid' | 'expired' | 'signedOut' | 'used';
}

/** A token that was made. */
export interface Token {
  /** The access token. */
  token: string;
  refreshToken: string;
  api: string;
  account: string;
  session: string;
  /** When the access token expires. */
  expiresAt: string;
  /** The headers with which a request shows the access token. */
  headers: Record<string, string>;
}

/** The claims of a token, and why it is refused. */
export interface TokenInfo {
  valid: boolean;
  /** Why it is not valid. */
  reason?: string;
  /** The world that it belongs to, when that is another world. */
  world?: string;
  api?: string;
  account?: string;
  session?: string;
  expiresAt?: string;
  /** Seconds */
  expiresIn?: number;
  claims?: Record<string, any>;
}

/** The limit of an API: requests in a window with a token and without one, null for no limit. */
export interface RateLimit {
  api: string;
  windowSeconds: 60;
  /** Requests in a window with a token; null for no limits. */
  authenticated: number | null;
  /** Requests in a window without a token; null for no limits. */
  anonymous: number | null;
  /** The clients with requests in this window, at most 1000 of them. */
  clients: RateLimitClient[];
}

/** `clients` of `RateLimit`. */
export interface RateLimitClient {
  account?: string;
  address?: string;
  requests: number;
  resetInSeconds: number;
}

/** An open WebSocket. `openedAt` is by the world's clock. */
export interface Socket {
  id: number;
  api: string;
  path: string;
  operationId: string | null;
  account: string | null;
  remoteAddress: string;
  /** By the world's clock. */
  openedAt: string;
  /** The traffic of a socket in one direction. */
  received: Traffic;
  /** The traffic of a socket in one direction. */
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
  heartBeat: SocketHeartBeat | null;
  subscriptions: SocketSubscription[];
  /** Bytes that wait to be sent. */
  queuedBytes: number;
  /** Messages that were dropped because the client was too slow. */
  droppedMessages: number;
}

/** The traffic of a socket in one direction. */
export interface Traffic {
  messages: number;
  bytes: number;
}

/** How often each side promised to be heard, in milliseconds, 0 for never. */
export interface SocketHeartBeat {
  client: number;
  server: number;
}

/** `subscriptions` of `Socket`. */
export interface SocketSubscription {
  id: string;
  destination: string;
  ack: string | null;
  unacknowledged: number;
}

/** A channel of an API. */
export interface ChannelInfo {
  api: string;
  /** As in the AsyncAPI document. */
  name: string;
  /** As in the document, such as `/rooms/{roomId}`. */
  address: string;
  listeners: number;
  /** Whether all of its messages are held back. */
  holds: boolean;
  /** The messages that wait to be released. */
  held: number;
  messages: ChannelInfoMessage[];
}

/** `messages` of `ChannelInfo`. */
export interface ChannelInfoMessage {
  name: string;
  /** Whether the server sends it. */
  sent: boolean;
  /** Whether clients send it. */
  received: boolean;
  /** Whether it is held back. */
  holds: boolean;
  /** What makes the server send it. */
  trigger?: string;
  /** What follows when a client sends it. */
  effect?: string;
}

/** The state of the message broker. */
export interface BrokerInfo {
  subscriptions: BrokerInfoSubscription[];
  queues: BrokerInfoQueue[];
  /** Messages that were sent and wait for their acknowledgement. */
  unacknowledged: number;
}

/** `subscriptions` of `BrokerInfo`. */
export interface BrokerInfoSubscription {
  session: string;
  /** As it was subscribed to */
  destination: string;
}

/** `queues` of `BrokerInfo`. */
export interface BrokerInfoQueue {
  destination: string;
  /** Messages that nobody has taken. */
  waiting: number;
  consumers: number;
}

/** Messages of channels, and how many there are. */
export interface MessagePage {
  messages: ChannelMessage[];
  held: HeldMessage[];
  /** The messages that match. */
  total: number;
  /** Frames that the journal has not kept. */
  dropped: number;
}

/** A message of a channel that a client sent or got. */
export interface ChannelMessage {
  /** The number of its frame in the journal. */
  id: number;
  /** By the world's clock. */
  time: string;
  api: string;
  /** As in the AsyncAPI document. */
  channel: string;
  /** Its name in the document; null for a message that is not there. */
  message: string | null;
  /** Whether a client sent it or the server. */
  direction: 'received' | 'sent';
  /** The values in the channel's address. */
  parameters: Record<string, string>;
  /** As it went over the wire, without secrets; null where it is not JSON. */
  payload: unknown;
  /** True where the payload was too long for the journal, which left it out. */
  truncated?: boolean;
  account?: string;
  /** The id of the socket, or the name of a stream of events. */
  socket: string;
  /** What made a message come. */
  trigger: MessageTrigger;
  /** Whether the payload is as documented. */
  valid: boolean;
  /** How it is not, a sentence each. */
  violations: string[];
  /** Whether it arrived. */
  delivered: boolean;
  faults?: AppliedFault[];
}

/** What made a message come. */
export interface MessageTrigger {
  /**
   * A client that sent it; a write of the record that `of` names; the clock; a client that connected; a client's
   * message that it answers, which `of` names; or a call of the control plane.
   */
  kind: 'client' | 'write' | 'clock' | 'connection' | 'message' | 'test' | 'unknown';
  /** Such as `orders/11` and `message.send`. */
  of?: string;
}

/** A fault that was applied. */
export interface AppliedFault {
  id: string;
  type: string;
}

/** A message that waits until a test releases it. */
export interface HeldMessage {
  /** When it would have been sent. */
  time: string;
  api: string;
  channel: string;
  message: string | null;
  /** The values in the channel's address. */
  parameters: Record<string, string>;
  /** What will be sent. */
  payload: unknown;
  /** The only account that gets it. */
  account?: string;
  /** What made a message come. */
  trigger: MessageTrigger;
}

/** One of the simulations of `listSimulations`. */
export interface Simulation {
  name: string;
  paused: boolean;
  /** Of the world's time. */
  intervalMilliseconds: number;
}

/** All sensors, and the time that they are of. */
export interface SensorList {
  now: string;
  greenhouses: Greenhouse[];
}

/** `greenhouses` of `SensorList`. */
export interface Greenhouse {
  greenhouseId: '001' | '002' | '003';
  sensors: Sensor[];
}

/** A sensor that a test can control. `value` is its value in a reading now, null while it is offline. */
export interface Sensor {
  /** The property of the sensor in RealDataDto. */
  sensorId: string;
  greenhouseId: '001' | '002' | '003';
  /** The short name within the greenhouse. */
  name: string;
  type: 'TEMPERATURE' | 'HUMIDITY' | 'SECTOR' | 'EXTRACTOR' | 'SENSOR';
  unit: string;
  /** Its value in a reading now; null while it is offline. */
  value: number | null;
  /** The value that was set, null when there is none. */
  set: SensorSet | null;
  /** The ids of the scenarios that it is in now. */
  scenarios: string[];
}

/** The value that was set, null when there is none. */
export interface SensorSet {
  value: number;
  since: string;
  until: string | null;
}

/** A heat wave, or sensors that are stuck, silent or spiking. No `greenhouse` means all. */
export interface Scenario {
  id: string;
  type: 'heatWave' | 'stuck' | 'offline' | 'spikes';
  state: 'scheduled' | 'running' | 'over';
  /** null for all. */
  greenhouse: string | null;
  /** The sensor; null for all sensors that the type applies to. */
  sensor: string | null;
  intensity: number | null;
  startsAt: string;
  endsAt: string;
}
