/**
 * jsdom as Jest sets it up, with two of its ways made shorter: what an element's style comes to, and a timer of nothing.
 */
const { createRequire } = require('node:module');
const { clearImmediate, setImmediate } = require('node:timers');
const { TestEnvironment } = require('jest-environment-jsdom');
const { recording } = require('./inputs.cjs');

const inside = createRequire(require.resolve('jest-environment-jsdom'));
const { implForWrapper, wrapperForImpl } = inside('jsdom/lib/jsdom/living/generated/utils.js');
const { matchesDontThrow } = inside('jsdom/lib/jsdom/living/helpers/selectors.js');
const { propertiesWithResolvedValueImplemented } = inside('jsdom/lib/jsdom/living/helpers/style-rules.js');
const cssom = inside('rrweb-cssom');

const flat = ({ cssRules }) =>
  [...cssRules].flatMap((rule) => (rule.media ? ([...rule.media].includes('screen') ? flat(rule) : []) : [rule]));
const RULES = flat(cssom.parse(inside('jsdom/lib/jsdom/browser/default-stylesheet.js'))).filter(
  ({ selectorText }) => selectorText !== undefined,
);
const INHERITED = Object.entries(propertiesWithResolvedValueImplemented).flatMap(([name, { inherited }]) =>
  inherited ? [name] : [],
);

/** The element's name that a selector ends with; none where it does not say one. */
const lastName = (selector) =>
  /^[a-z][a-z0-9]*/i
    .exec(
      selector
        .trim()
        .split(/[\s>+~]/)
        .at(-1),
    )?.[0]
    .toLowerCase();

const rulesByName = new Map();
/** The browser's own rules that may speak of elements of a name. */
function rulesFor(name) {
  if (!rulesByName.has(name)) {
    const may = ({ selectorText }) =>
      /[(|]/.test(selectorText) ||
      selectorText
        .replace(/\[[^\]]*\]/g, '')
        .split(',')
        .some((each) => [undefined, name].includes(lastName(each)));
    rulesByName.set(
      name,
      RULES.flatMap((rule, at) => (may(rule) ? [[at, rule.selectorText]] : [])),
    );
  }
  return rulesByName.get(name);
}

/**
 * jsdom has every rule of the browser's own style sheet tried on an element whenever anything on the page changed, for
 * whoever looks by role. No page here has a sheet of its own: elements that the same rules speak of, and that inherit
 * the same, look the same.
 */
function quickStyles(window) {
  const slow = window.getComputedStyle;
  const alike = new Map();
  const byState = new WeakMap();

  function styleOf(element) {
    const document = element._ownerDocument;
    // jsdom drops it when the page changes.
    document._styleCache ??= new WeakMap();
    if (!byState.has(document._styleCache)) byState.set(document._styleCache, new WeakMap());
    const known = byState.get(document._styleCache);
    const found = known.get(element);
    if (found !== undefined) return found;
    const style = make(element);
    known.set(element, style);
    return style;
  }

  function make(element) {
    const wrapper = wrapperForImpl(element);
    if (element.hasAttributeNS(null, 'style')) return slow(wrapper);
    const parent = element.parentElement && styleOf(element.parentElement);
    const rules = rulesFor(element.localName).flatMap(([at, selector]) =>
      matchesDontThrow(element, selector) ? [at] : [],
    );
    const key = `${rules}|${parent ? INHERITED.map((name) => parent.getPropertyValue(name)) : ''}`;
    if (!alike.has(key)) alike.set(key, slow(wrapper));
    return alike.get(key);
  }

  window.getComputedStyle = (element, pseudo) => {
    const impl = implForWrapper(element);
    const isPlain = pseudo === undefined || pseudo === null || pseudo === '';
    if (!isPlain || !impl?._attached || impl._ownerDocument.styleSheets.length > 0) return slow(element, pseudo);
    return styleOf(impl);
  };
}

/** Nothing is slower than a timer of nothing: it waits a millisecond, thousands of times in a file. */
function quickTimers(window) {
  const { setTimeout, clearTimeout } = window;
  const due = new Map();
  let last = 0;
  window.setTimeout = (work, ms, ...rest) => {
    if (ms > 0 || typeof work !== 'function') return setTimeout(work, ms, ...rest);
    last -= 1;
    const handle = last;
    due.set(
      handle,
      setImmediate(() => {
        due.delete(handle);
        work(...rest);
      }),
    );
    return handle;
  };
  window.clearTimeout = (handle) => {
    if (!due.has(handle)) return clearTimeout(handle);
    clearImmediate(due.get(handle));
    due.delete(handle);
  };
}

module.exports = class PageEnvironment extends recording(TestEnvironment) {
  constructor(...args) {
    super(...args);
    quickStyles(this.global);
    quickTimers(this.global);
  }
};
