import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';

/**
 * The app's WebSocket in the tests (RFC 6455), for Node before 22, which has none of its own: messages of up to 64 KiB, one
 * frame each, which is all that the servers' channels send.
 */
export async function connect(url, headers = {}) {
  const asked = request(url.replace(/^ws/, 'http'), {
    headers: {
      Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13,
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'), ...headers,
    },
  }).end();
  const [, stream] = await once(asked, 'upgrade');
  return new Socket(stream);
}

class Socket {
  #stream;
  #bytes = Buffer.alloc(0);
  #received = [];
  #waiting = [];

  constructor(stream) {
    this.#stream = stream;
    /** The code that the server closed with, 1006 where it said none. */
    this.closed = new Promise((resolve) => { this.resolveClosed = resolve; });
    stream.on('data', (bytes) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      while (this.#frame());
    });
    stream.on('error', () => {}).on('close', () => this.resolveClosed(1006));
  }

  #frame() {
    if (this.#bytes.length < 2) return false;
    const short = this.#bytes[1] & 0x7f;
    const head = short === 126 ? 4 : 2;
    const length = short === 126 ? this.#bytes.readUInt16BE(2) : short;
    if (this.#bytes.length < head + length) return false;
    const [opcode, content] = [this.#bytes[0] & 0x0f, this.#bytes.subarray(head, head + length)];
    this.#bytes = this.#bytes.subarray(head + length);
    if (opcode === 8) this.resolveClosed(content.length >= 2 ? content.readUInt16BE(0) : 1005);
    if (opcode === 1) this.#deliver(content.toString());
    if (opcode === 2) this.#deliver(content);
    return true;
  }

  #deliver(message) {
    const next = this.#waiting.shift();
    if (next) next(message);
    else this.#received.push(message);
  }

  send(text) { this.#write(1, Buffer.from(text)); }

  /** The next text that comes, or the next bytes. */
  receive() {
    return this.#received.length > 0
      ? Promise.resolve(this.#received.shift()) : new Promise((resolve) => { this.#waiting.push(resolve); });
  }

  async close() {
    this.#write(8, Buffer.from([0x03, 0xe8]));
    await this.closed;
    this.#stream.destroy();
  }

  #write(opcode, content) {
    const mask = randomBytes(4);
    const masked = Buffer.from(content.map((byte, index) => byte ^ mask[index % 4]));
    const length = content.length < 126
      ? [0x80 | content.length] : [0x80 | 126, content.length >> 8, content.length & 0xff];
    this.#stream.write(Buffer.concat([Buffer.from([0x80 | opcode, ...length]), mask, masked]));
  }
}
