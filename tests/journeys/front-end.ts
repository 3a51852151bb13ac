/**
 * Other front ends of the service as they stand in production: real https origins, the line's own among them, in front
 * of a server that knows it is reached over TLS. The browser is told where these names are; nothing is intercepted.
 */
import { readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../src/tools/browser.ts';
import { quietly, watchPages } from './seen-pages.ts';
import { launch } from './start-server.ts';
import { end } from './stop-server.ts';
import { lines } from './visitor.ts';

export interface FrontEnds {
  readonly browser: Browser;
  close(): Promise<void>;
}

const tls = new URL('./tls/', import.meta.url);

/**
 * @param pages host → its page, served at every path.
 * @param hosts hosts that the product answers on.
 */
export async function openFrontEnds(
  pages: Readonly<Record<string, string>>,
  hosts: readonly string[],
): Promise<FrontEnds> {
  const product = await quietly(() => launch({ PUBLIC_SCHEME: 'https' }));
  const server = createServer(
    { key: readFileSync(new URL('key.pem', tls)), cert: readFileSync(new URL('certificate.pem', tls)) },
    (request, response) => {
      const host = request.headers.host ?? '';
      if (Object.hasOwn(pages, host)) {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[host]);
        return;
      }
      const { method, url: path, headers } = request;
      const onward = ask({ host: '127.0.0.1', port: product.port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const rules = [...Object.keys(pages), ...hosts].map((host) => `MAP ${host}:443 127.0.0.1:${port}`);
  const opened = await launchBrowser({ args: [`--host-resolver-rules=${rules.join(',')}`] }, 'shell');
  const browser = watchPages(opened, lines);
  return {
    browser,
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await end(product);
    },
  };
}
