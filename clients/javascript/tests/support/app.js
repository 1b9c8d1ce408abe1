import assert from 'node:assert/strict';

/** What an app does to speak JSON with one of its APIs. */
export class App {
  /** @param {string} base @param {string} [token] */
  constructor(base, token) {
    this.base = base;
    this.token = token;
  }

  /** Sends a request; gives its status, headers and content. */
  async send(method, path, body, { signal } = {}) {
    const headers = {};
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    const response = await fetch(this.base + path, {
      method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
  }

  /** The content of an response that must be a good one. */
  async expect(status, method, path, body) {
    const response = await this.send(method, path, body);
    assert.equal(response.status, status, `${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  }
}
