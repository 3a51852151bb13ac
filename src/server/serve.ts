/** `node dist/server.js`: the production server. No simulators, no reference accounts; unsafe settings are refused, all at once. */
import { placeholdersIn } from '../engine/placeholder.ts';
import { HANDLERS } from './calls/registry.ts';
import { tellUnsentSms } from './carriers.ts';
import { run, settingsOrExit, takeOnly } from './main.ts';

process.env.NODE_ENV ??= 'production';
takeOnly();
const settings = settingsOrExit('serve');
await run(settings, { handlers: HANDLERS }, (server, logger) => {
  const { lines, id } = server.releases.current();
  tellUnsentSms(server.releases.current(), settings, logger);
  for (const { name, server: line } of lines) {
    const hidden = line.line.providers.filter(
      (provider) => settings.thirdParties.of(provider, name, line.providers[provider]?.adapter) === undefined,
    );
    if (hidden.length > 0)
      logger.warn({ line: name, providers: hidden }, 'providers without credentials are not shown');
    const placeholders = placeholdersIn(line.line).map(({ text }) => text);
    if (placeholders.length > 0)
      logger.warn({ line: name, placeholders: [...new Set(placeholders)] }, 'visitors see placeholders on this line');
  }
  logger.info({ port: server.port, release: id, lines: lines.map(({ name }) => name) }, 'serving');
});
