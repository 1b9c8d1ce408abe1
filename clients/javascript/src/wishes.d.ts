import type { Row } from './values.js';

/** How a world shall be made, as the control plane takes it. */
export interface WorldWish {
  /** Its name; the next free one without it. */
  id?: string;
  /** What it is called for people, such as the name of a test. Several worlds may share one. */
  name?: string;
  /** `seed` for the data set, `snapshot:NAME` or `world:ID`. */
  from?: string;
  /** Its time, or a change of its clock. */
  clock?: string | ClockChange;
  /** Determines everything that looks like chance. */
  randomSeed?: number;
}

/** Changes of a clock, done in the order reset, rate, freeze, set, advance. */
export interface ClockChange {
  /** True stops the clock, false lets it go on. */
  freeze?: boolean;
  /** The time of day, from 1678 to 2261. Backward, no time passes. */
  set?: string;
  /** How much time passes at once, as ISO 8601 writes it, without years and months. */
  advance?: string;
  /** Seconds of the world for each real one. */
  rate?: number;
  /** True for the machine's time again. */
  reset?: boolean;
}

/** What was exported, or a part of it. */
export interface StateWish {
  version?: 1;
  /** Not looked at. */
  world?: unknown;
  clock?: Record<string, unknown>;
  chance?: Record<string, unknown>;
  tables: Record<string, Row[]>;
}

/** A fault, what it happens to, and how often. */
export interface FaultWish {
  /** A name for it; one is made without it. */
  id?: string;
  /** What it happens to; everything without it. */
  match?: FaultMatch;
  fault: Fault;
  /** How many matches pass before the first that it happens to. */
  after?: number;
  /** How often it happens at most. */
  times?: number;
  /** The share of matches that it happens to. */
  probability?: number;
  /** Seconds of the world's time until it begins. */
  afterSeconds?: number;
  /** Seconds of the world's time that it lasts. */
  forSeconds?: number;
}

/** Conditions that must all be fulfilled. */
export interface FaultMatch {
  api?: string;
  method?: string;
  /**
   * A pattern: `*` stands for any text within a segment, `**` for any number of segments. Behind a question mark
   * the query must be the same.
   */
  path?: string;
  operationId?: string;
  /** That of a valid token, by its id or by its e-mail address. */
  account?: string;
  /** An open socket by its number. */
  socket?: number;
  /** Parameters of the query and their values, true for present and false for absent. */
  query?: Record<string, unknown>;
  /** Headers and their values, true for present and false for absent. */
  header?: Record<string, unknown>;
  /** Members of a JSON body, by name or JSON pointer, and their values. */
  body?: Record<string, unknown>;
}

/** Conditions that must all be fulfilled, as the parameters of `GET /_mock/requests` say them. */
export interface JournalMatch {
  path?: string;
  method?: string;
  status?: string | number;
  /** The short name of an API, or `mock` for what the server answers for itself. */
  api?: string;
  operationId?: string;
  account?: string | number;
  remoteAddress?: string;
  device?: string;
  header?: string | Record<string, string | number | boolean>;
  query?: string | Record<string, string | number | boolean>;
  /** Members of a JSON body or form, by names with dots or by JSON pointers, and their values. */
  body?: Record<string, unknown>;
  bodyContains?: string;
  since?: number | string;
  until?: number | string;
  kind?: 'exchange' | 'frame' | 'any';
  socket?: string | number;
  direction?: 'received' | 'sent';
  fault?: string;
  hasDeviations?: boolean | 'true' | 'false';
  ending?: 'whole' | 'truncated' | 'empty' | 'reset' | 'never' | 'aborted';
  /**
   * Frames that arrived, that did not, or both; without `kind` it means frames. Without it and `ending`, frames that arrived
   * are counted.
   */
  delivered?: boolean | 'true' | 'false' | 'any';
}

/** An account, or the address of requests without a token. */
export interface LimitedClient {
  account?: string;
  address?: string;
}

/** What a sensor shall read. */
export interface SensorValueToSet {
  /** From -50 to 100 for a temperature, 0 or 1 for an extractor, else from 0 to 100. */
  value: number;
  /** How long it counts, in seconds of the world; until it is deleted when it is missing. */
  durationSeconds?: number;
}

/** What shall befall sensors. */
export interface ScenarioToAdd {
  type: 'heatWave' | 'stuck' | 'offline' | 'spikes';
  /** Such as `001`, or `1`; all when it is missing. */
  greenhouse?: string | number;
  /** A sensor's id, or with `greenhouse` its short name. */
  sensor?: string;
  durationSeconds: number;
  /** For heat waves and spikes only. */
  intensity?: number;
  startsInSeconds?: number;
}

/** What goes wrong; `world.faults.types()` explains the members. */
export type Fault =
  | { type: 'status'; status: number; body?: unknown; headers?: Record<string, unknown> }
  | { type: 'delay'; milliseconds?: number; distribution?: 'uniform' | 'lognormal'; minimum?: number;
      maximum?: number; median?: number; sigma?: number }
  | { type: 'dribble'; bytesPerSecond: number }
  | { type: 'empty' }
  | { type: 'truncate'; after?: number }
  | { type: 'malformed' }
  | { type: 'contentType'; contentType?: string }
  | { type: 'reset' }
  | { type: 'timeout' }
  | { type: 'rateLimited'; retryAfter?: number }
  | { type: 'unavailable'; retryAfter?: number }
  | { type: 'expiredToken' }
  | { type: 'invalidToken'; issuedWithinSeconds?: number; refreshTokens?: boolean }
  | { type: 'stale' }
  | { type: 'offline'; seconds: number; everySeconds?: number }
  | { type: 'dropMessage'; direction?: 'outgoing' | 'incoming' | 'both'; nth?: number; every?: number }
  | { type: 'duplicate'; direction?: 'outgoing' | 'incoming' | 'both'; nth?: number; every?: number }
  | { type: 'reorder'; direction?: 'outgoing' | 'incoming' | 'both'; nth?: number; every?: number }
  | { type: 'corrupt'; direction?: 'outgoing' | 'incoming' | 'both'; nth?: number; every?: number }
  | { type: 'editMessage'; find?: string; replace?: string; direction?: 'outgoing' | 'incoming' | 'both'; nth?: number;
      every?: number }
  | { type: 'delayMessages'; milliseconds?: number; distribution?: 'uniform' | 'lognormal'; minimum?: number;
      maximum?: number; median?: number; sigma?: number; direction?: 'outgoing' | 'incoming' | 'both';
      nth?: number; every?: number }
  | { type: 'muteHeartBeats' }
  | { type: 'halfOpen' }
  | { type: 'close'; code?: number; reason?: string; afterMessages?: number; abort?: boolean }
  | { type: 'refuseConnect'; at?: 'connect' | 'handshake'; message?: string; retryAfter?: number }
  | { type: 'slowReader' };
