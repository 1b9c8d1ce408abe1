// What the server has stored of the sensors of the greenhouses: readings and alerts.
import { parsed, quietly } from './parts.js';

const ALERTS = 100;
const READINGS_TABLE = 'invernaderos_message';
const ALERTS_TABLE = 'invernaderos_alert';

/** The newest rows of a table, at most so many; nothing when there is no such table. */
async function newest(app, table, count) {
  const path = `/_mock/data/${table}`;
  const known = await quietly(app.call('GET', `${path}?_limit=0`));
  if (!known?.total) return known && [];
  const found = await quietly(app.call('GET', `${path}?_limit=${count}&_offset=${Math.max(0, known.total - count)}`));
  return found?.rows;
}

/** The newest stored readings, at most so many, each RealDataDto with its `time` in milliseconds. */
export async function storedReadings(app, count) {
  const rows = await newest(app, READINGS_TABLE, count) ?? [];
  return rows.map(({ time, body }) => ({ ...parsed(body), time: time * 1000 }));
}

/** The newest alerts: `{time, sensorId, type, value, threshold}`. */
export async function storedAlerts(app) {
  const rows = await newest(app, ALERTS_TABLE, ALERTS) ?? [];
  return rows.map(({ time, body }) => ({ ...parsed(body), time: time * 1000 }));
}

/** Has the server store its week of readings, which it does when an app first asks for them. */
export async function askForHistory(app) {
  const headers = { 'Content-Type': 'application/json' };
  const account = JSON.stringify({ username: 'admin', password: 'password123' });
  const signIn = await quietly(app.raw('POST', '/api/v1/auth/login', { headers, body: account }));
  const { token } = signIn?.ok ? await signIn.json() : {};
  if (!token) return;
  await quietly(app.raw('GET', '/api/v1/greenhouse/messages/recent?limit=1', {
    headers: { Authorization: `Bearer ${token}` },
  }));
}
