// Makes elements. Text always becomes text nodes, so nothing in a document or a response is read as HTML.

/**
 * An element with attributes and children.
 *
 * Attributes that are functions become listeners of the event in their name (`onclick`); `true` stands for an
 * attribute without a value; `false`, `null` and `undefined` leave an attribute or a child out.
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== false && child !== null && child !== undefined));
  return made;
}

/** Prose of a document: blank lines part paragraphs, text in backticks is code. */
export function prose(text) {
  return (text ?? '').split(/\n\s*\n/).filter((part) => part.trim())
    .map((part) => element('p', { class: 'prose' }, inline(part.trim())));
}

/** A line of a document, with text in backticks as code. */
export function inline(text) {
  return (text ?? '').split(/(`[^`]+`)/).filter(Boolean)
    .map((part) => (/^`[^`]+`$/.test(part) ? element('code', {}, part.slice(1, -1)) : part));
}

/** A labelled choice whose content is rendered again for each option; without a choice, only the content. */
export function choice(label, options, nameOf, render) {
  const place = element('div', { class: 'choice-content' });
  const show = (index) => place.replaceChildren(...[render(options[index])].flat().filter(Boolean));
  show(0);
  if (options.length < 2) return place;
  const select = element('select', { onchange: () => show(Number(select.value)) },
    options.map((option, index) => element('option', { value: index }, nameOf(option))));
  return element('div', { class: 'choice' }, element('label', { class: 'field-inline' }, label, ' ', select), place);
}

/** A disclosure whose content is rendered when it is first opened. */
export function disclosure(summary, open, render) {
  const made = element('details', { class: 'disclosure' }, element('summary', {}, summary));
  let rendered = false;
  const fill = () => {
    if (rendered || !made.open) return;
    rendered = true;
    made.append(...[render()].flat().filter(Boolean));
  };
  made.open = open;
  made.addEventListener('toggle', fill);
  fill();
  return made;
}

/** A button that copies what `text` gives and says that it did. */
export function copyButton(text) {
  const button = element('button', { type: 'button', class: 'quiet', 'aria-live': 'polite' }, 'Copy');
  button.addEventListener('click', async () => {
    button.textContent = (await copy(text())) ? 'Copied' : 'Copying failed';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  return button;
}

/** Copies a text; gives whether that was done. Pages without HTTPS have no clipboard, but may copy a selection. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element('textarea', { readonly: true, class: 'offscreen', 'aria-hidden': 'true' });
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    focused?.focus();
    return copied;
  }
}

/** A padlock for what needs a token or a key. */
export function lock(title) {
  const space = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('class', 'lock');
  icon.setAttribute('role', 'img');
  icon.setAttribute('aria-label', title);
  path.setAttribute('d', 'M5 7V5a3 3 0 0 1 6 0v2h1v6H4V7zm1.4 0h3.2V5a1.6 1.6 0 0 0-3.2 0z');
  icon.append(path);
  return icon;
}
