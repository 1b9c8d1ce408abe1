// Written by script/generate from openapi/mock.yaml; do not edit.
import { iso, milliseconds, seconds } from './durations.js';
import { Part } from './part.js';

/** The calls of `MockServer`. */
export class ServerCalls extends Part {
  welcome(call) {
    return this.control.call('GET', '/', call);
  }

  async calls(call) {
    return (await this.control.call('GET', '/_mock', call)).calls;
  }

  documents(call) {
    return this.control.call('GET', '/openapi', call);
  }

  document(file, call) {
    return this.control.call('GET', '/openapi/{file}', { ...call, parameters: { file } });
  }

  socketsDocumentYaml(call) {
    return this.control.call('GET', '/asyncapi.yaml', call);
  }

  socketsDocument(call) {
    return this.control.call('GET', '/asyncapi.json', call);
  }

  health(call) {
    return this.control.call('GET', '/_mock/health', call);
  }

  authorityPem(call) {
    return this.control.call('GET', '/_mock/ca.pem', call);
  }

  async activity(options = {}, call) {
    return (await this.control.call('GET', '/_mock/activity', { ...call, query: options })).activity;
  }

  connectAddresses(call) {
    return this.control.call('GET', '/_mock/connect.json', call);
  }

  metrics(call) {
    return this.control.call('GET', '/_mock/metrics', call);
  }
}

/** The calls of `world.devices`. */
export class DevicesCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/devices', call)).devices;
  }

  name(id, options = {}, call) {
    return this.control.call('PUT', '/_mock/devices/{id}', { ...call, parameters: { id }, body: options });
  }
}

/** The calls of `server.worlds`. */
export class WorldsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/worlds', call)).worlds;
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/worlds/{id}', { ...call, parameters: { id } });
  }

  delete(id, call) {
    return this.control.call('DELETE', '/_mock/worlds/{id}', { ...call, parameters: { id } });
  }
}

/** The calls of `world.clock`. */
export class ClockCalls extends Part {
  get(call) {
    return this.control.call('GET', '/_mock/clock', call);
  }

  set({ now, advance, ...options } = {}, call) {
    return this.control.call('PUT', '/_mock/clock', {
      ...call,
      body: { ...options, set: now, advance: iso(advance) },
    });
  }

  upcoming({ within, ...options } = {}, call) {
    return this.control.call('GET', '/_mock/clock/upcoming', {
      ...call,
      query: { ...options, seconds: seconds(within) },
    });
  }
}

/** The calls of `world`. */
export class WorldCalls extends Part {
  reset(call) {
    return this.control.call('POST', '/_mock/reset', call);
  }

  signIn(api, options = {}, call) {
    return this.control.call('POST', '/_mock/sign-in', { ...call, body: { ...options, api } });
  }
}

/** The calls of `world.snapshots`. */
export class SnapshotsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/snapshots', call)).snapshots;
  }

  get(name, call) {
    return this.control.call('GET', '/_mock/snapshots/{name}', { ...call, parameters: { name } });
  }

  take(name, call) {
    return this.control.call('PUT', '/_mock/snapshots/{name}', { ...call, parameters: { name } });
  }

  delete(name, call) {
    return this.control.call('DELETE', '/_mock/snapshots/{name}', { ...call, parameters: { name } });
  }

  restore(name, call) {
    return this.control.call('POST', '/_mock/snapshots/{name}/restore', { ...call, parameters: { name } });
  }
}

/** The calls of `world.state`. */
export class StateCalls extends Part {
  export(call) {
    return this.control.call('GET', '/_mock/state', call);
  }
}

/** The calls of `world.data`. */
export class DataCalls extends Part {
  async tables(call) {
    return (await this.control.call('GET', '/_mock/data', call)).tables;
  }

  list(table, { limit, offset, filter, ...options } = {}, call) {
    return this.control.call('GET', '/_mock/data/{table}', {
      ...call,
      parameters: { table },
      query: { ...options, _limit: limit, _offset: offset, ...filter },
    });
  }

  async change(table, set, options = {}, call) {
    return (await this.control.call('PATCH', '/_mock/data/{table}', {
      ...call,
      parameters: { table },
      body: { ...options, set },
    })).changed;
  }

  async delete(table, options = {}, call) {
    return (await this.control.call('DELETE', '/_mock/data/{table}', {
      ...call,
      parameters: { table },
      body: options,
    })).deleted;
  }
}

/** The calls of `world.faults`. */
export class FaultsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/faults', call)).faults;
  }

  add(fault, { startsIn, duration, ...options } = {}, call) {
    return this.control.call('POST', '/_mock/faults', {
      ...call,
      body: { ...options, fault, afterSeconds: seconds(startsIn), forSeconds: seconds(duration) },
    });
  }

  clear(call) {
    return this.control.call('DELETE', '/_mock/faults', call);
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/faults/{id}', { ...call, parameters: { id } });
  }

  remove(id, call) {
    return this.control.call('DELETE', '/_mock/faults/{id}', { ...call, parameters: { id } });
  }

  async types(call) {
    return (await this.control.call('GET', '/_mock/fault-types', call)).types;
  }
}

/** The calls of `world.holds`. */
export class HoldsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/holds', call)).holds;
  }

  awaitExchange({ timeout, ...options } = {}, call) {
    return this.control.call('POST', '/_mock/holds/wait', {
      timeout: '70s', ...call,
      body: { ...options, timeoutMilliseconds: milliseconds(timeout) },
    });
  }

  async releaseAll(options = {}, call) {
    return (await this.control.call('POST', '/_mock/holds/release', { ...call, body: options })).released;
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/holds/{id}', { ...call, parameters: { id } });
  }

  release(id, options = {}, call) {
    return this.control.call('POST', '/_mock/holds/{id}/release', {
      ...call,
      parameters: { id },
      body: options,
    });
  }
}

/** The calls of `world.faultSets`. */
export class FaultSetsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/fault-sets', call)).sets;
  }

  add(name, options = {}, call) {
    return this.control.call('PUT', '/_mock/fault-sets/{name}', {
      ...call,
      parameters: { name },
      body: options,
    });
  }

  remove(name, call) {
    return this.control.call('DELETE', '/_mock/fault-sets/{name}', { ...call, parameters: { name } });
  }
}

/** The calls of `world.requests`. */
export class RequestsCalls extends Part {
  page(options = {}, call) {
    return this.control.call('GET', '/_mock/requests', { ...call, query: options });
  }

  clear(call) {
    return this.control.call('DELETE', '/_mock/requests', call);
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/requests/{id}', { ...call, parameters: { id } });
  }

  explain(id, call) {
    return this.control.call('GET', '/_mock/requests/{id}/explanation', { ...call, parameters: { id } });
  }

  replay(id, options = {}, call) {
    return this.control.call('POST', '/_mock/requests/{id}/replay', {
      ...call,
      parameters: { id },
      body: options,
    });
  }

  count(match, call) {
    return this.control.call('POST', '/_mock/requests/count', { ...call, body: { match } });
  }

  har(options = {}, call) {
    return this.control.call('GET', '/_mock/har', { ...call, query: options });
  }
}

/** The calls of `world.channels`. */
export class ChannelsCalls extends Part {
  push(channel, options = {}, call) {
    return this.control.call('POST', '/_mock/events', { ...call, body: { ...options, channel } });
  }

  async list(call) {
    return (await this.control.call('GET', '/_mock/channels', call)).channels;
  }

  hold(channel, options = {}, call) {
    return this.control.call('POST', '/_mock/channels/hold', { ...call, body: { ...options, channel } });
  }

  async release(options = {}, call) {
    return (await this.control.call('POST', '/_mock/channels/release', { ...call, body: options })).released;
  }

  messages(options = {}, call) {
    return this.control.call('GET', '/_mock/messages', { ...call, query: options });
  }

  awaitMessage({ timeout, ...options } = {}, call) {
    return this.control.call('POST', '/_mock/messages/wait', {
      timeout: '70s', ...call,
      body: { ...options, timeoutMilliseconds: milliseconds(timeout) },
    });
  }

  async verifySent(options = {}, call) {
    return (await this.control.call('POST', '/_mock/messages/verify', { ...call, body: options })).count;
  }
}

/** The calls of `world.tokens`. */
export class TokensCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/tokens', call)).tokens;
  }

  mint(api, account, { expiresIn, ...options } = {}, call) {
    return this.control.call('POST', '/_mock/tokens', {
      ...call,
      body: { ...options, api, account, expiresIn: seconds(expiresIn) },
    });
  }

  endSession(session, call) {
    return this.control.call('DELETE', '/_mock/sessions/{session}', { ...call, parameters: { session } });
  }

  invalidate(call) {
    return this.control.call('POST', '/_mock/tokens/invalidate', call);
  }

  inspect(token, call) {
    return this.control.call('POST', '/_mock/tokens/inspect', { ...call, body: { token } });
  }
}

/** The calls of `world.rateLimits`. */
export class RateLimitsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/rate-limits', call)).rateLimits;
  }

  get(api, call) {
    return this.control.call('GET', '/_mock/rate-limits/{api}', { ...call, parameters: { api } });
  }

  set(api, options = {}, call) {
    return this.control.call('PUT', '/_mock/rate-limits/{api}', {
      ...call,
      parameters: { api },
      body: options,
    });
  }

  exhaust(api, options = {}, call) {
    return this.control.call('POST', '/_mock/rate-limits/{api}/exhaust', {
      ...call,
      parameters: { api },
      body: options,
    });
  }

  reset(api, options = {}, call) {
    return this.control.call('POST', '/_mock/rate-limits/{api}/reset', {
      ...call,
      parameters: { api },
      body: options,
    });
  }
}

/** The calls of `world.sockets`. */
export class SocketsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/sockets', call)).sockets;
  }

  kickAll(options = {}, call) {
    return this.control.call('DELETE', '/_mock/sockets', { ...call, body: options });
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/sockets/{id}', { ...call, parameters: { id } });
  }

  kick(id, options = {}, call) {
    return this.control.call('DELETE', '/_mock/sockets/{id}', { ...call, parameters: { id }, body: options });
  }
}

/** The calls of `world.broker`. */
export class BrokerCalls extends Part {
  get(call) {
    return this.control.call('GET', '/_mock/broker', call);
  }
}

/** The calls of `world.messages`. */
export class MessagesCalls extends Part {
  publish(destination, body, options = {}, call) {
    return this.control.call('POST', '/_mock/messages', { ...call, body: { ...options, destination, body } });
  }
}

/** The calls of `world.simulations`. */
export class SimulationsCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/simulations', call)).simulations;
  }

  async pause(name, call) {
    return (await this.control.call('POST', '/_mock/simulations/pause', { ...call, body: { name } })).simulations;
  }

  async resume(name, call) {
    return (await this.control.call('POST', '/_mock/simulations/resume', { ...call, body: { name } })).simulations;
  }

  async step(name, call) {
    return (await this.control.call('POST', '/_mock/simulations/step', { ...call, body: { name } })).simulations;
  }
}

/** The calls of `world.sensors`. */
export class SensorsCalls extends Part {
  list(call) {
    return this.control.call('GET', '/_mock/sensors', call);
  }

  set(greenhouse, sensor, value, { duration, ...options } = {}, call) {
    return this.control.call('PUT', '/_mock/sensors/{greenhouse}/{sensor}', {
      ...call,
      parameters: { greenhouse, sensor },
      body: { ...options, value, durationSeconds: seconds(duration) },
    });
  }

  unset(greenhouse, sensor, call) {
    return this.control.call('DELETE', '/_mock/sensors/{greenhouse}/{sensor}', {
      ...call,
      parameters: { greenhouse, sensor },
    });
  }
}

/** The calls of `world.scenarios`. */
export class ScenariosCalls extends Part {
  async list(call) {
    return (await this.control.call('GET', '/_mock/scenarios', call)).scenarios;
  }

  add(type, duration, { startsIn, ...options } = {}, call) {
    return this.control.call('POST', '/_mock/scenarios', {
      ...call,
      body: { ...options, type, durationSeconds: seconds(duration), startsInSeconds: seconds(startsIn) },
    });
  }

  clear(call) {
    return this.control.call('DELETE', '/_mock/scenarios', call);
  }

  get(id, call) {
    return this.control.call('GET', '/_mock/scenarios/{id}', { ...call, parameters: { id } });
  }

  remove(id, call) {
    return this.control.call('DELETE', '/_mock/scenarios/{id}', { ...call, parameters: { id } });
  }
}
