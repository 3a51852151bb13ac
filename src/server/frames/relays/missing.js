/** What this line or this server does not have: the page hears so at once. */
globalThis.foyerFrame.tell('failed', { code: 'missing' });
