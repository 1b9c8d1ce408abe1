// The page: chooses the document that the address asks for and lists its operations.
import { disclosure, element, prose } from '../shared/dom.js';
import { fetchJSON, groupsOf, operationsOf } from './documents.js';
import { channelGroups } from './asyncapi.js';
import { operationList } from './list.js';
import { Session, sessionPanel } from './session.js';

const ASYNC_NAME = 'asyncapi';
const byId = (id) => document.getElementById(id);

/** The APIs by name; what is loaded of one is kept, its session too. */
const apis = new Map();
let shown;

await start();

async function start() {
  try {
    const index = await fetchJSON('/openapi');
    index.documents.forEach(({ name, title, url }) => apis.set(name, { name, title, url }));
    if (!apis.size) throw new Error('The server has no documents.');
    await addSockets();
    showNavigation();
    addEventListener('hashchange', () => route());
    addEventListener('keydown', jumpToFilter);
    document.querySelector('.skip').addEventListener('click', skip);
    await route();
    await showPages();
  } catch (error) {
    showProblem(error);
  }
}

// The document of the WebSockets may be missing.
async function addSockets() {
  try {
    const root = await fetchJSON('/asyncapi.json');
    apis.set(ASYNC_NAME, { name: ASYNC_NAME, title: 'WebSockets', root, groups: channelGroups(root) });
  } catch {
    apis.delete(ASYNC_NAME);
  }
}

/** The address `#name/operation` or `#name/@tag`, taken apart. */
function address() {
  const [name, ...rest] = location.hash.slice(1).split('/').map(decoded);
  return { name, target: rest.join('/') };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function route() {
  const { name, target } = address();
  const api = apis.get(name) ?? apis.values().next().value;
  byId('main').setAttribute('aria-busy', 'true');
  try {
    if (!api.groups) await load(api);
    // While it loaded, another API may have been chosen.
    if (apis.has(address().name) && address().name !== api.name) return;
    if (shown !== api) show(api);
    api.list.go(target);
  } catch (error) {
    shown = undefined;
    showProblem(error);
  } finally {
    byId('main').removeAttribute('aria-busy');
  }
}

async function load(api) {
  const root = await fetchJSON(api.url);
  const operations = operationsOf(root);
  Object.assign(api, { root, session: new Session(root, operations), groups: groupsOf(root, operations) });
}

function show(api) {
  shown = api;
  api.list ??= operationList(api);
  api.heading ??= heading(api);
  document.title = `${api.title} – mock-api`;
  byId('main').replaceChildren(...api.heading, api.list.node);
  byId('tags').replaceChildren(element('ul', {}, api.groups.map(({ name }) => element('li', {},
    element('a', { href: `#${api.name}/@${encodeURIComponent(name)}` }, name)))));
  for (const link of byId('apis').querySelectorAll('a')) {
    const current = link.dataset.name === api.name;
    if (current) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    if (current) link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

function heading(api) {
  const { info = {} } = api.root;
  const count = api.groups.reduce((sum, group) => sum + group.operations.length, 0);
  return [
    element('div', { class: 'heading' }, element('h1', {}, api.title),
      element('p', { class: 'hint' }, `${count} operations`, api.url && [' · ',
        element('a', { href: api.url }, 'document')])),
    intro(info.description ?? ''),
    api.session ? sessionPanel(api.session) : '',
  ].filter(Boolean);
}

// The first sentence says what the API is; on phones the rest would hide the list.
function intro(text) {
  const first = text.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? text;
  const rest = text.slice(first.length).trim();
  const wide = matchMedia('(min-width: 60rem)').matches;
  return element('div', { class: 'intro' }, prose(first),
    rest && disclosure('About this API', wide, () => prose(rest)));
}

function showNavigation() {
  byId('apis').replaceChildren(element('ul', {}, [...apis.values()].map(({ name, title }) => element('li', {},
    element('a', { href: `#${name}`, 'data-name': name }, title)))));
}

/** The way to the other pages, which a server without a control plane has not. */
async function showPages() {
  const { links } = await fetchJSON('/');
  const pages = [
    links?.control && ['Live', '/_mock/'], ['Documents', '/docs'], links?.control && ['Connect', links.connect]];
  document.querySelector('.pages').replaceChildren(element('ul', {}, pages.filter(Boolean).map(([title, href]) => (
    element('li', {}, element('a', { href, 'aria-current': href === '/docs' && 'page' }, title))))));
}

function showProblem(error) {
  byId('main').removeAttribute('aria-busy');
  byId('main').replaceChildren(element('h1', {}, 'No documents'),
    element('p', { class: 'bad', role: 'alert' }, error.message),
    element('button', { type: 'button', class: 'primary', onclick: () => location.reload() }, 'Try again'));
}

// The address names what is shown, so the link must not change it.
function skip(event) {
  event.preventDefault();
  byId('main').focus();
}

// A slash goes to the filter, as on many sites, unless something is being written.
function jumpToFilter(event) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  document.getElementById('filter')?.focus();
}
