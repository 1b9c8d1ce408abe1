// Tests of the grids of the live page, without a page: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  collections, keyOf, pagePath, pathOf, recordsOf, signInOf,
} from '../../../../web/dashboard/resources.js';
import {
  columnsOf, rowName, search, sort, textOf, valueOf, wordsOf,
} from '../../../../web/dashboard/resources.js';

const json = (schema, more) => ({ content: { 'application/json': { schema, ...more } } });
const query = (name, schema = { type: 'integer' }) => ({ name, in: 'query', schema });
const SHOP = {
  servers: [{ url: 'https://shop.example/v1' }],
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' }, key: { type: 'apiKey', in: 'header', name: 'Key' } },
    schemas: {
      Base: { type: 'object', properties: { id: { type: 'integer', readOnly: true } } },
      Product: {
        allOf: [{ $ref: '#/components/schemas/Base' }],
        properties: {
          name: { type: 'string' }, kind: { type: 'string', enum: ['fruit', 'bread'] }, price: { type: 'number' },
        },
      },
    },
  },
  paths: {
    '/login': { post: { security: [], requestBody: json({}, { example: { email: 'a@b.example', password: 'p' } }) } },
    '/products': {
      get: {
        parameters: [query('page'), query('per_page', { type: 'integer', maximum: 50 })],
        responses: { 200: json({
          type: 'object', properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Product' } } },
        }) },
      },
      post: { security: [{ key: [] }], requestBody: json({ $ref: '#/components/schemas/Product' }) },
    },
    '/products/{productId}': {
      get: {}, put: { requestBody: json({ $ref: '#/components/schemas/Product' }) }, delete: {},
    },
    '/search': {
      get: { parameters: [{ ...query('q'), required: true }], responses: { 200: json({ type: 'array' }) } },
    },
    '/health': { get: { responses: { 200: json({ type: 'object', properties: { status: { type: 'string' } } }) } } },
  },
};

test('the collections of a document are found, with what can be done', () => {
  const [products, ...others] = collections(SHOP);
  assert.deepEqual(others, []);
  assert.equal(products.path, '/v1/products');
  assert.equal(products.item, '/v1/products/{productId}');
  const { place, retrieve, create, change, replace, remove } = products;
  assert.deepEqual([place, retrieve, create, change, replace, remove], ['data', true, true, false, true, true]);
  assert.deepEqual(products.members, ['name', 'kind', 'price'], 'what only the server writes is not sent');
  assert.deepEqual(products.editable, products.members);
  assert.deepEqual(products.sample, { name: '', kind: 'fruit', price: 0 });
  assert.deepEqual(products.needs.map(({ type }) => type), ['http', 'apiKey']);
});

test('pages are asked for as the document says, no larger than it lets them be', () => {
  const [products] = collections(SHOP);
  assert.equal(pagePath(products, 0), '/v1/products?page=1&per_page=50');
  assert.equal(pagePath(products, 2), '/v1/products?page=3&per_page=50');
  assert.equal(pagePath({ path: '/posts' }, 0), '/posts');
  const paging = { offset: 'offset', size: 'limit', count: 100 };
  assert.equal(pagePath({ path: '/posts', paging }, 3), '/posts?offset=300&limit=100');
});

test('the account of the document signs in', () => {
  assert.deepEqual(signInOf(SHOP), { path: '/v1/login', account: { email: 'a@b.example', password: 'p' } });
  assert.equal(signInOf({ paths: { '/login': { post: {} } } }), undefined);
});

test('records are found in an answer, and their paths', () => {
  assert.deepEqual(recordsOf({ data: [{ id: 1 }, null, 'no'] }, 'data'), [{ id: 1 }]);
  assert.deepEqual(recordsOf(undefined, ''), []);
  assert.equal(pathOf({ productId: 'a/b' }, '/products/{productId}'), '/products/a%2Fb');
  assert.equal(keyOf({ name: 'x' }, '/products/{productId}'), undefined);
});

test('what is typed stays of the kind that was there', () => {
  assert.deepEqual([valueOf('7', 5), valueOf('7', '5'), valueOf('', 5), valueOf('true', false), valueOf('x', 5)],
    [7, '7', null, true, 'x']);
  assert.deepEqual([valueOf('{"a":1}', { a: 2 }), valueOf('[1', [])], [{ a: 1 }, '[1']);
  assert.deepEqual([textOf(null), textOf({ a: 1 }), textOf(1.5)], ['', '{"a":1}', '1.5']);
});

test('records are searched in all their members, and sorted with what is empty last', () => {
  const records = [{ n: 10, t: 'Ähre' }, { n: 9, t: 'x' }, { n: null, t: { deep: 'ähre' } }];
  assert.deepEqual(search(records, ' ÄHRE ').map(({ n }) => n), [10, null]);
  assert.equal(search(records, ' '), records);
  assert.deepEqual(sort(records, { column: 'n' }).map(({ n }) => n), [9, 10, null]);
  assert.deepEqual(sort(records, { column: 'n', isDown: true }).map(({ n }) => n), [10, 9, null]);
  assert.deepEqual(sort([{ v: 'a10' }, { v: 'a9' }], { column: 'v' }).map(({ v }) => v), ['a9', 'a10']);
  assert.deepEqual(columnsOf([{ a: 1 }, { b: 2, a: 3 }]), ['a', 'b']);
  assert.deepEqual(columnsOf([{ a: 1, b: 2, c: 3 }], ['c', 'a']), ['c', 'a', 'b'], 'what was shown keeps its place');
});

test('a row is named so that no other one is meant', () => {
  assert.deepEqual(rowName({ number: 3, id: 'x' }), { number: 3 });
  assert.deepEqual(rowName({ resource: 'posts', id: '1', document: { a: 1 }, note: null }),
    { resource: 'posts', id: '1' });
});

test('a refusal is said in the words of the API', () => {
  assert.equal(wordsOf({ error: { message: 'Wrong', details: { name: 'is empty' } } }), 'Wrong. name: is empty');
  assert.equal(wordsOf({ message: 'Wrong', errors: ['name is empty'] }), 'Wrong. name is empty');
  assert.equal(wordsOf({ title: 'Bad Request', detail: 'name is empty' }), 'name is empty');
  assert.equal(wordsOf({ error: 'Wrong' }), 'Wrong');
  assert.equal(wordsOf(undefined), undefined);
});
