// jsdom's realm lacks these; Node has them.
const { TextDecoder, TextEncoder } = require('node:util');
const { webcrypto } = require('node:crypto');
globalThis.structuredClone ??= (value) => JSON.parse(JSON.stringify(value));
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
