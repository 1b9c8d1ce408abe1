// Fails the flow unless the app asked twice, and removes the world.
const world = MOCK + '/_w/' + output.world;
const response = http.post(world + '/_mock/requests/verify', {
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ match: { method: 'GET', path: '/posts' }, exactly: 2 }),
});
http.delete(MOCK + '/_mock/worlds/' + output.world);
if (!JSON.parse(response.body).satisfied) throw new Error(response.body);
