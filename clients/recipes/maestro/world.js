// Gives the flow a world, in which the first request fails and the others have another title.
const json = (path, body) => {
  const response = http.post(MOCK + path, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(response.body);
  return JSON.parse(response.body);
};

const world = json('/_mock/worlds', { name: 'maestro posts' });
output.world = world.id;
output.baseUrl = 'http://' + APP_HOST + world.basePath;
const match = { method: 'GET', path: '/posts' };
json(world.basePath + '/_mock/faults', { match, times: 1, fault: { type: 'status', status: 503 } });
const patch = [{ op: 'replace', path: '/0/title', value: 'Hello' }];
json(world.basePath + '/_mock/faults', { match, after: 1, fault: { type: 'patch', patch } });
