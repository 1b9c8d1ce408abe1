/** What went wrong with the mock server, not with the app. Each message says what to do. */
export class MockAPIError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** There is no server at the address, and no program to start one with. */
export class ServerNotFoundError extends MockAPIError {}

/** No server responds at the address, or the connection broke. */
export class ServerUnreachableError extends ServerNotFoundError {}

/** The server that the kit started has ended. The next world starts another one. */
export class ServerEndedError extends ServerUnreachableError {}

/** Something answers at the address, but it is no mock-api. */
export class NotAMockServerError extends MockAPIError {}

/** The server is older than this kit needs. */
export class ServerTooOldError extends MockAPIError {}

/** A call took longer than its time-out. */
export class CallTimeoutError extends MockAPIError {}

/** The server refused a call; `code`, `reason` (its message) and `details` are its own. */
export class CallRefusedError extends MockAPIError {
  /**
   * @param {string} message
   * @param {{operation: string, world?: string, status: number, code?: string, reason?: string, details?: Record<string, string>}} facts
   */
  constructor(message, facts) {
    super(message);
    Object.assign(this, facts);
  }
}

/** The server was started with `--admin-token`, and the call had none or another one. */
export class AdminTokenError extends CallRefusedError {}

/** There are as many worlds as `--max-worlds` allows. */
export class WorldLimitError extends CallRefusedError {}

/** What a test expected did not happen; `verification` is the server's response, where it gave one. */
export class NotSatisfiedError extends MockAPIError {
  /**
   * @param {string} message
   * @param {object} [verification]
   */
  constructor(message, verification) {
    super(message);
    this.verification = verification;
  }
}

/** A test did not await a call, so that it could not fail, or was over before the call took effect. */
export class UnawaitedError extends MockAPIError {}

/** A socket of the test could not be opened, or has ended, or its server sent an ERROR. */
export class SocketError extends MockAPIError {}

/** A test left sockets open; `sockets` has them. */
export class LeakedSocketsError extends MockAPIError {
  /**
   * @param {string} message
   * @param {object[]} sockets
   */
  constructor(message, sockets) {
    super(message);
    this.sockets = sockets;
  }
}
