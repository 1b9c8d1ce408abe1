// Written by script/generate from openapi/mock.yaml; do not edit.
import { iso, milliseconds, seconds } from './durations.js';
import { known } from './known.js';
import { Part } from './part.js';

/** The calls of `MockServer`. */
export class ServerCalls extends Part {
  welcome(call) {
    return this.control.call('GET', '/', {}, call);
  }

  async calls(call) {
    return (await this.control.call('GET', '/_mock', {}, call)).calls;
  }

  documents(call) {
    return this.control.call('GET', '/openapi', {}, call);
  }

  document(file, call) {
    return this.control.call('GET', '/openapi/{file}', { parameters: { file } }, call);
  }

  socketsDocumentYaml(call) {
    return this.control.call('GET', '/asyncapi.yaml', {}, call);
  }

  socketsDocument(call) {
    return this.control.call('GET', '/asyncapi.json', {}, call);
  }

  health(call) {
    return this.control.call('GET', '/_mock/health', {}, call);
  }

  authorityPem(call) {
    return this.control.call('GET', '/_mock/ca.pem', {}, call);
  }

  async activity(options = {}, call) {
    known('activity', options, ['after', 'limit']);
    return (await this.control.call('GET', '/_mock/activity', { query: options }, call)).activity;
  }

  connectAddresses(call) {
    return this.control.call('GET', '/_mock/connect.json', {}, call);
  }

  metrics(call) {
    return this.control.call('GET', '/_mock/metrics', {}, call);
  }
}

/** The calls of `world.devices`. */
export class DevicesCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/devices', {}, call)).devices;
  }

  name(id, options = {}, call) {
    known('devices.name', options, ['name']);
    return this.control.call('PUT', '/_mock/devices/{id}', { parameters: { id }, body: options }, call);
  }
}

/** The calls of `server.worlds`. */
export class WorldsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/worlds', {}, call)).worlds;
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/worlds/{id}', { parameters: { id } }, call);
  }

  delete(id, call) {
    return this.control.call('DELETE', '/_mock/worlds/{id}', { parameters: { id } }, call);
  }
}

/** The calls of `world.clock`. */
export class ClockCalls extends Part {
  get(call) {
    return this.control.call('GET', '/_mock/clock', {}, call);
  }

  set(options = {}, call) {
    const { now, advance, ...other } = known('clock.set', options, ['freeze', 'now', 'advance', 'rate', 'reset']);
    return this.control.call('PUT', '/_mock/clock', {
      body: { ...other, set: now, advance: iso(advance) },
    }, call);
  }

  upcoming(options = {}, call) {
    const { within, ...other } = known('clock.upcoming', options, ['until', 'within']);
    return this.control.call('GET', '/_mock/clock/upcoming', {
      query: { ...other, seconds: seconds(within) },
    }, call);
  }
}

/** The calls of `world`. */
export class WorldCalls extends Part {
  reset(call) {
    return this.control.call('POST', '/_mock/reset', {}, call);
  }

  signIn(api, options = {}, call) {
    known('signIn', options, ['account']);
    return this.control.call('POST', '/_mock/sign-in', { body: { ...options, api } }, call);
  }
}

/** The calls of `world.snapshots`. */
export class SnapshotsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/snapshots', {}, call)).snapshots;
  }

  get(name, call) {
    return this.control.call('GET', '/_mock/snapshots/{name}', { parameters: { name } }, call);
  }

  take(name, call) {
    return this.control.call('PUT', '/_mock/snapshots/{name}', { parameters: { name } }, call);
  }

  delete(name, call) {
    return this.control.call('DELETE', '/_mock/snapshots/{name}', { parameters: { name } }, call);
  }

  restore(name, call) {
    return this.control.call('POST', '/_mock/snapshots/{name}/restore', { parameters: { name } }, call);
  }
}

/** The calls of `world.state`. */
export class StateCalls extends Part {
  export(call) {
    return this.control.call('GET', '/_mock/state', {}, call);
  }
}

/** The calls of `world.data`. */
export class DataCalls extends Part {
  async tables(call) {
    return (await this.control.call('GET', '/_mock/data', {}, call)).tables;
  }

  list(table, options = {}, call) {
    const { limit, offset, filter, ...other } = known('data.list', options, ['limit', 'offset', 'filter']);
    return this.control.call('GET', '/_mock/data/{table}', {
      parameters: { table },
      query: { ...other, _limit: limit, _offset: offset, ...filter },
    }, call);
  }

  async change(table, set, options = {}, call) {
    known('data.change', options, ['where']);
    return (await this.control.call('PATCH', '/_mock/data/{table}', {
      parameters: { table },
      body: { ...options, set },
    }, call)).changed;
  }

  async delete(table, options = {}, call) {
    known('data.delete', options, ['where']);
    return (await this.control.call('DELETE', '/_mock/data/{table}', { parameters: { table }, body: options }, call)).deleted;
  }
}

/** The calls of `world.faults`. */
export class FaultsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/faults', {}, call)).faults;
  }

  add(fault, options = {}, call) {
    const { startsIn, duration, ...other } = known('faults.add', options, [
      'id', 'match', 'after', 'times', 'probability', 'startsIn', 'duration',
    ]);
    return this.control.call('POST', '/_mock/faults', {
      body: { ...other, fault, afterSeconds: seconds(startsIn), forSeconds: seconds(duration) },
    }, call);
  }

  clear(call) {
    return this.control.call('DELETE', '/_mock/faults', {}, call);
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/faults/{id}', { parameters: { id } }, call);
  }

  remove(id, call) {
    return this.control.call('DELETE', '/_mock/faults/{id}', { parameters: { id } }, call);
  }

  async types(call) {
    return (await this.control.call('GET', '/_mock/fault-types', {}, call)).types;
  }
}

/** The calls of `world.holds`. */
export class HoldsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/holds', {}, call)).holds;
  }

  awaitExchange(options = {}, call) {
    const { timeout, ...other } = known('holds.awaitExchange', options, ['heldBy', 'atLeast', 'timeout']);
    return this.control.call('POST', '/_mock/holds/wait', {
      timeout: '70s',
      body: { ...other, timeoutMilliseconds: milliseconds(timeout) },
    }, call);
  }

  async releaseAll(options = {}, call) {
    known('holds.releaseAll', options, ['heldBy', 'fault']);
    return (await this.control.call('POST', '/_mock/holds/release', { body: options }, call)).released;
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/holds/{id}', { parameters: { id } }, call);
  }

  release(id, options = {}, call) {
    known('holds.release', options, ['fault']);
    return this.control.call('POST', '/_mock/holds/{id}/release', { parameters: { id }, body: options }, call);
  }
}

/** The calls of `world.faultSets`. */
export class FaultSetsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/fault-sets', {}, call)).sets;
  }

  add(name, options = {}, call) {
    known('faultSets.add', options, ['match']);
    return this.control.call('PUT', '/_mock/fault-sets/{name}', { parameters: { name }, body: options }, call);
  }

  remove(name, call) {
    return this.control.call('DELETE', '/_mock/fault-sets/{name}', { parameters: { name } }, call);
  }
}

/** The calls of `world.requests`. */
export class RequestsCalls extends Part {
  page(options = {}, call) {
    known('requests.page', options, [
      'path', 'method', 'status', 'api', 'operationId', 'account', 'remoteAddress', 'device', 'header', 'query',
      'bodyContains', 'since', 'until', 'kind', 'socket', 'direction', 'fault', 'hasDeviations', 'ending',
      'delivered', 'limit', 'order',
    ]);
    return this.control.call('GET', '/_mock/requests', { query: options }, call);
  }

  clear(call) {
    return this.control.call('DELETE', '/_mock/requests', {}, call);
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/requests/{id}', { parameters: { id } }, call);
  }

  explain(id, call) {
    return this.control.call('GET', '/_mock/requests/{id}/explanation', { parameters: { id } }, call);
  }

  replay(id, options = {}, call) {
    known('requests.replay', options, ['headers', 'body']);
    return this.control.call('POST', '/_mock/requests/{id}/replay', {
      parameters: { id },
      body: options,
    }, call);
  }

  count(match, call) {
    return this.control.call('POST', '/_mock/requests/count', { body: { match } }, call);
  }

  har(options = {}, call) {
    known('requests.har', options, [
      'path', 'method', 'status', 'api', 'operationId', 'account', 'remoteAddress', 'device', 'header', 'query',
      'bodyContains', 'since', 'until', 'kind', 'socket', 'direction', 'fault', 'hasDeviations', 'ending',
      'delivered', 'limit', 'order',
    ]);
    return this.control.call('GET', '/_mock/har', { query: options }, call);
  }
}

/** The calls of `world.channels`. */
export class ChannelsCalls extends Part {
  push(channel, options = {}, call) {
    known('channels.push', options, ['api', 'message', 'payload']);
    return this.control.call('POST', '/_mock/events', { body: { ...options, channel } }, call);
  }

  async list(call) {
    return (await this.control.call('GET', '/_mock/channels', {}, call)).channels;
  }

  hold(channel, options = {}, call) {
    known('channels.hold', options, ['api', 'message']);
    return this.control.call('POST', '/_mock/channels/hold', { body: { ...options, channel } }, call);
  }

  async release(options = {}, call) {
    known('channels.release', options, ['api', 'channel', 'message', 'count']);
    return (await this.control.call('POST', '/_mock/channels/release', { body: options }, call)).released;
  }

  messages(options = {}, call) {
    known('channels.messages', options, [
      'api', 'channel', 'message', 'direction', 'account', 'delivered', 'since', 'limit',
    ]);
    return this.control.call('GET', '/_mock/messages', { query: options }, call);
  }

  awaitMessage(options = {}, call) {
    const { timeout, ...other } = known('channels.awaitMessage', options, [
      'api', 'channel', 'message', 'payload', 'direction', 'account', 'delivered', 'since', 'count', 'timeout',
    ]);
    return this.control.call('POST', '/_mock/messages/wait', {
      timeout: '70s',
      body: { ...other, timeoutMilliseconds: milliseconds(timeout) },
    }, call);
  }

  async verifySent(options = {}, call) {
    known('channels.verifySent', options, [
      'api', 'channel', 'message', 'payload', 'direction', 'account', 'delivered', 'since', 'exactly',
      'atLeast', 'atMost',
    ]);
    return (await this.control.call('POST', '/_mock/messages/verify', { body: options }, call)).count;
  }
}

/** The calls of `world.tokens`. */
export class TokensCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/tokens', {}, call)).tokens;
  }

  mint(api, account, options = {}, call) {
    const { expiresIn, ...other } = known('tokens.mint', options, ['session', 'expiresIn', 'claims']);
    return this.control.call('POST', '/_mock/tokens', {
      body: { ...other, api, account, expiresIn: seconds(expiresIn) },
    }, call);
  }

  endSession(session, call) {
    return this.control.call('DELETE', '/_mock/sessions/{session}', { parameters: { session } }, call);
  }

  invalidate(call) {
    return this.control.call('POST', '/_mock/tokens/invalidate', {}, call);
  }

  inspect(token, call) {
    return this.control.call('POST', '/_mock/tokens/inspect', { body: { token } }, call);
  }
}

/** The calls of `world.rateLimits`. */
export class RateLimitsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/rate-limits', {}, call)).rateLimits;
  }

  get(api, call) {
    return this.control.call('GET', '/_mock/rate-limits/{api}', { parameters: { api } }, call);
  }

  set(api, options = {}, call) {
    known('rateLimits.set', options, ['off', 'authenticated', 'anonymous']);
    return this.control.call('PUT', '/_mock/rate-limits/{api}', { parameters: { api }, body: options }, call);
  }

  exhaust(api, options = {}, call) {
    known('rateLimits.exhaust', options, ['account', 'address']);
    return this.control.call('POST', '/_mock/rate-limits/{api}/exhaust', {
      parameters: { api },
      body: options,
    }, call);
  }

  reset(api, options = {}, call) {
    known('rateLimits.reset', options, ['account', 'address']);
    return this.control.call('POST', '/_mock/rate-limits/{api}/reset', {
      parameters: { api },
      body: options,
    }, call);
  }
}

/** The calls of `world.sockets`. */
export class SocketsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/sockets', {}, call)).sockets;
  }

  kickAll(options = {}, call) {
    known('sockets.kickAll', options, ['code', 'reason', 'abort']);
    return this.control.call('DELETE', '/_mock/sockets', { body: options }, call);
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/sockets/{id}', { parameters: { id } }, call);
  }

  kick(id, options = {}, call) {
    known('sockets.kick', options, ['code', 'reason', 'abort']);
    return this.control.call('DELETE', '/_mock/sockets/{id}', { parameters: { id }, body: options }, call);
  }
}

/** The calls of `world.broker`. */
export class BrokerCalls extends Part {
  get(call) {
    return this.control.call('GET', '/_mock/broker', {}, call);
  }
}

/** The calls of `world.messages`. */
export class MessagesCalls extends Part {
  publish(destination, body, options = {}, call) {
    known('messages.publish', options, ['contentType', 'headers']);
    return this.control.call('POST', '/_mock/messages', { body: { ...options, destination, body } }, call);
  }
}

/** The calls of `world.simulations`. */
export class SimulationsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/simulations', {}, call)).simulations;
  }

  async pause(name, call) {
    return (await this.control.call('POST', '/_mock/simulations/pause', { body: { name } }, call)).simulations;
  }

  async resume(name, call) {
    return (await this.control.call('POST', '/_mock/simulations/resume', { body: { name } }, call)).simulations;
  }

  async step(name, call) {
    return (await this.control.call('POST', '/_mock/simulations/step', { body: { name } }, call)).simulations;
  }
}

/** The calls of `world.sensors`. */
export class SensorsCalls extends Part {
  list(call) {
    return this.control.call('GET', '/_mock/sensors', {}, call);
  }

  set(greenhouse, sensor, value, options = {}, call) {
    const { duration, ...other } = known('sensors.set', options, ['duration']);
    return this.control.call('PUT', '/_mock/sensors/{greenhouse}/{sensor}', {
      parameters: { greenhouse, sensor },
      body: { ...other, value, durationSeconds: seconds(duration) },
    }, call);
  }

  unset(greenhouse, sensor, call) {
    return this.control.call('DELETE', '/_mock/sensors/{greenhouse}/{sensor}', {
      parameters: { greenhouse, sensor },
    }, call);
  }
}

/** The calls of `world.scenarios`. */
export class ScenariosCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/scenarios', {}, call)).scenarios;
  }

  add(type, duration, options = {}, call) {
    const { startsIn, ...other } = known('scenarios.add', options, ['greenhouse', 'sensor', 'intensity', 'startsIn']);
    return this.control.call('POST', '/_mock/scenarios', {
      body: { ...other, type, durationSeconds: seconds(duration), startsInSeconds: seconds(startsIn) },
    }, call);
  }

  clear(call) {
    return this.control.call('DELETE', '/_mock/scenarios', {}, call);
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/scenarios/{id}', { parameters: { id } }, call);
  }

  remove(id, call) {
    return this.control.call('DELETE', '/_mock/scenarios/{id}', { parameters: { id } }, call);
  }
}
