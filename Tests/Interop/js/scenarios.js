// Runs one scenario with the client library stomp.js against a broker, and exits with 0 if it went as it should.
//
// Usage: node scenarios.js CLIENT-FILE WEBSOCKET-FOLDER URL SCENARIO [TOKEN]
"use strict";

const assert = require("node:assert/strict");

const [clientFile, webSocketFolder, url, name, token] = process.argv.slice(2);
const WebSocketClass = globalThis.WebSocket || require(webSocketFolder);
const { Stomp } = require(clientFile);
Stomp.setInterval = (interval, action) => setInterval(action, interval);
Stomp.clearInterval = (timer) => clearInterval(timer);
// Longer than the server's heart-beat interval of ten seconds.
const TIMEOUT_MS = 25000;

// A list whose elements can be waited for.
class Mailbox {
  items = [];
  waiting = [];

  put(item) {
    const next = this.waiting.shift();
    if (next) next(item);
    else this.items.push(item);
  }

  take() {
    if (this.items.length > 0) return Promise.resolve(this.items.shift());
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  async bodies(count) {
    const bodies = [];
    for (let number = 0; number < count; number += 1) bodies.push((await this.take()).body);
    return bodies;
  }
}

// A connected client with its receipts and errors; `log` gets what the library would print.
async function open(headers = {}, heartBeat = 0) {
  const socket = new WebSocketClass(url, ["v10.stomp", "v11.stomp"]);
  const client = Stomp.over(socket);
  client.heartbeat = { outgoing: heartBeat, incoming: heartBeat };
  client.log = [];
  client.debug = (line) => client.log.push(line);
  client.receipts = new Mailbox();
  client.errors = new Mailbox();
  client.onreceipt = (frame) => client.receipts.put(frame.headers["receipt-id"]);
  client.connected = await new Promise((resolve, reject) => {
    client.connect(headers, resolve, (error) => {
      client.errors.put(error);
      reject(error);
    });
  });
  return client;
}

// Performs something that asks for a receipt, and waits for it.
async function settled(client, receipt, action) {
  action({ receipt });
  assert.equal(await client.receipts.take(), receipt);
}

async function subscribe(client, destination, headers = {}) {
  const heard = new Mailbox();
  await settled(client, `subscribed-${client.counter}`, (receipt) => {
    client.subscribe(destination, (frame) => heard.put(frame), { ...headers, ...receipt });
  });
  return heard;
}

const scenarios = {
  async connects() {
    const client = await open({ authorization: `Bearer ${token}` });
    assert.equal(client.ws.protocol, "v11.stomp");
    assert.equal(client.connected.headers.version, "1.1");
    assert.equal(client.connected.headers["user-name"], "admin@example.com");
    return client;
  },

  async receives() {
    const client = await open();
    const readings = await subscribe(client, "/topic/greenhouse/messages");
    for (const body of await readings.bodies(3)) assert.ok(JSON.parse(body).timestamp);
    const mine = await subscribe(client, "/topic/js");
    client.send("/topic/js", { mood: "good" }, "¡Qué bien!");
    const frame = await mine.take();
    assert.equal(frame.headers.mood, "good");
    assert.match(frame.toString(), /Qué bien/);
    return client;
  },

  async sends_large_messages_in_pieces() {
    const client = await open();
    const heard = await subscribe(client, "/topic/js-large");
    const body = "0123456789".repeat(5000);
    client.send("/topic/js-large", {}, body);
    assert.deepEqual(await heard.bodies(1), [body]);
    return client;
  },

  async acknowledges() {
    const [first, second] = [await open(), await open()];
    const got = await subscribe(first, "/queue/js", { ack: "client-individual" });
    for (const body of ["1", "2", "3"]) first.send("/queue/js", {}, body);
    const frames = [await got.take(), await got.take(), await got.take()];
    await settled(first, "acknowledged", (receipt) => frames[0].ack(receipt));
    const again = await subscribe(second, "/queue/js", { ack: "client" });
    await settled(first, "rejected", (receipt) => frames[1].nack(receipt));
    const redelivered = await again.take();
    assert.deepEqual([redelivered.body, redelivered.headers.redelivered], ["2", "true"]);
    first.disconnect();
    const last = await again.take();
    assert.equal(last.body, "3");
    // Cumulative: the last one stands for both.
    await settled(second, "all", (receipt) => last.ack(receipt));
    second.disconnect();
    const third = await open();
    const rest = await subscribe(third, "/queue/js");
    third.send("/queue/js", {}, "the only one");
    assert.deepEqual(await rest.bodies(1), ["the only one"]);
    return third;
  },

  async transacts() {
    const client = await open();
    const heard = await subscribe(client, "/topic/js-transactions");
    const aborted = client.begin();
    client.send("/topic/js-transactions", { transaction: aborted.id }, "aborted");
    aborted.abort();
    const committed = client.begin();
    client.send("/topic/js-transactions", { transaction: committed.id }, "committed");
    client.send("/topic/js-transactions", {}, "outside");
    committed.commit();
    assert.deepEqual(await heard.bodies(2), ["outside", "committed"]);
    return client;
  },

  async unsubscribes() {
    const client = await open();
    const heard = new Mailbox();
    client.onreceive = (frame) => heard.put(frame);
    const subscription = client.subscribe("/topic/js-leave", (frame) => heard.put(frame));
    subscription.unsubscribe();
    await settled(client, "sent", (receipt) => client.send("/topic/js-leave", receipt, "unheard"));
    assert.equal(heard.items.length, 0);
    return client;
  },

  async beats() {
    const client = await open({}, 10000);
    assert.equal(client.connected.headers["heart-beat"], "10000,10000");
    const lines = new Mailbox();
    client.debug = (line) => (line === "<<< PONG" || line === ">>> PING") && lines.put(line);
    const seen = new Set([await lines.take(), await lines.take()]);
    assert.deepEqual(seen, new Set(["<<< PONG", ">>> PING"]));
    return client;
  },

  async is_told_of_mistakes() {
    const client = await open();
    client.commit("none");
    const error = await client.errors.take();
    assert.equal(error.command, "ERROR");
    assert.match(error.body, /unknown-transaction/);
    // The second report is that of the closed socket.
    assert.match(await client.errors.take(), /Lost connection/);
    return client;
  },

  async leaves() {
    const client = await open();
    const closed = new Promise((resolve) => client.ws.addEventListener("close", resolve));
    await new Promise((resolve) => client.disconnect(resolve, { receipt: "gone" }));
    const event = await closed;
    assert.ok([1000, 1005].includes(event.code), `closed with ${event.code}`);
    return client;
  },
};

async function main() {
  const timer = setTimeout(() => {
    console.error(`${name}: nothing more came`);
    process.exit(1);
  }, TIMEOUT_MS);
  const client = await scenarios[name]();
  clearTimeout(timer);
  if (client.ws.readyState === 1) client.disconnect();
  console.log(`${name}: passed`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
