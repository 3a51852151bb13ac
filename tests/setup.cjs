// jsdom's realm lacks these; Node has them.
const { TextDecoder, TextEncoder } = require('node:util');
const { webcrypto } = require('node:crypto');
globalThis.structuredClone ??= (value) => JSON.parse(JSON.stringify(value));
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
// Nothing scrolls in jsdom. As in newer browsers, whoever asks for it is given a promise.
if (globalThis.Element) globalThis.Element.prototype.scrollIntoView ??= () => Promise.resolve();
// React in development takes a stack for every element that is made, to say in warnings whose it is: a third of the time
// that a page takes. Past a number in each second it takes none, and here from the first; the warnings stay.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: inside } = require('react');
Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} });
