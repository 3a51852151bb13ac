/** Visitors without scripts, and what their browsers post. */
import { request } from 'node:http';
import { browser, freshAddress, Visitor } from './visitor.ts';

/** Comes to a screen without scripts. */
export async function arriveStill(line: string, screen: string, query = '', language?: string): Promise<Visitor> {
  const context = await (await browser()).newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
  });
  const visitor = await Visitor.arrive(line, { context, ...(language && { language }) });
  await visitor.page.goto(`${visitor.origin}${visitor.line.line.routes[screen]?.[0]}${query}`);
  return visitor;
}

export interface Answered {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
}

/** Posts a form to the page that is shown, with the browser's cookies: also what no page of ours would. */
export async function postForm(visitor: Visitor, form: Readonly<Record<string, string>>): Promise<Answered> {
  const { host, port, pathname, search } = new URL(visitor.page.url());
  const cookies = (await visitor.context.cookies()).map(({ name, value }) => `${name}=${value}`);
  const headers = {
    host,
    cookie: cookies.join('; '),
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: pathname + search, method: 'POST', headers };
    const asked = request(options, (answer) => {
      answer.resume();
      const { location, 'set-cookie': set = [] } = answer.headers;
      resolve({ status: answer.statusCode, location, cookies: set });
    });
    asked.on('error', reject);
    asked.end(new URLSearchParams(form).toString());
  });
}
