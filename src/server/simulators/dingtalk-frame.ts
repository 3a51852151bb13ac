/** DingTalk's code in a frame: a twin of the script that pages load, the page that it frames, and the phone that scans it. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../types.ts';
import { readChoice, sendRefusal, withForms } from './chooser.ts';
import { askedFor, backWithCode, DINGTALK, DINGTALK_BASE, NAME, PROVIDER, TROUBLES } from './dingtalk.ts';
import { closeTicket, issue, queryOf, type Step } from './grants.ts';
import { decide, news, sendPhone, sendPicture, sendScan, TICKET_SECONDS } from './scan.ts';

export function dingtalkFrameRoutes(db: Database): (app: FastifyInstance) => void {
  const base = DINGTALK_BASE;
  const confirm = { provider: NAME, action: `${base}/login/phone`, troubles: TROUBLES };

  const routes = (scope: FastifyInstance): void => {
    for (const [path, script] of [
      [DINGTALK.endpoints.script, TWIN],
      [`${base}/login/wait.js`, WAIT],
    ] as const)
      scope.get(path ?? '', async (_request, reply) =>
        reply
          .header('content-type', 'text/javascript; charset=utf-8')
          .header('cache-control', 'no-store')
          // Any page may load the real one.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(script),
      );

    scope.get(`${base}/login/qrcode.htm`, async (request, reply) => {
      const query = queryOf(request);
      const found = askedFor(query);
      if (typeof found === 'string') return sendRefusal(reply, NAME, found);
      const { scope: wanted = '', state } = query;
      const asked = { scope: wanted, redirect_uri: found.back.href, ...(state === undefined ? {} : { state }) };
      const grant = { provider: PROVIDER, kind: 'ticket', app: found.enterprise.clientId, asked } as const;
      const ticket = await issue(db, grant, TICKET_SECONDS);
      return sendScan(reply, {
        provider: NAME,
        title: 'Scan with DingTalk',
        picture: `${base}/login/picture?ticket=${ticket}`,
        phone: `${base}/login/phone?ticket=${ticket}`,
        script: { path: `${base}/login/wait.js`, values: { ticket } },
      });
    });
    scope.get(`${base}/login/picture`, async (request, reply) => {
      const { ticket = '' } = queryOf(request);
      return sendPicture(reply, `${request.arrival.own}${base}/login/phone?ticket=${encodeURIComponent(ticket)}`);
    });
    scope.get(`${base}/login/phone`, async (request, reply) =>
      sendPhone(reply, db, { provider: PROVIDER, ticket: queryOf(request).ticket ?? '' }, confirm),
    );
    scope.post(`${base}/login/phone`, async (request, reply) => {
      const choice = readChoice(request.body, TROUBLES);
      if (!choice) return reply.status(400).send();
      return decide(reply, db, { provider: PROVIDER, name: NAME }, choice);
    });
    scope.get(`${base}/login/news`, async (request, reply) => {
      const { ticket = '', last } = queryOf(request);
      const known: Step = last === 'scanned' ? 'scanned' : 'waiting';
      const step = await news(request, db, { provider: PROVIDER, ticket }, known);
      const closed = step === 'confirmed' ? await closeTicket(db, PROVIDER, ticket) : undefined;
      reply.header('cache-control', 'no-store');
      if (step === undefined || (step === 'confirmed' && !closed)) return reply.send({ step: 'over' });
      return reply.send({ step, ...(closed ? { redirectUrl: await backWithCode(db, closed) } : {}) });
    });
  };
  return (app) => withForms(app, routes);
}

/** Runs in the framed page: hears what the phone did and tells the page around it, whoever that is, as the real one does. */
const WAIT = `(() => {
  const { ticket } = document.body.dataset;
  const status = document.getElementById('status');
  const words = { waiting: 'Waiting for a phone.', scanned: 'Scanned. Confirm on the phone.', cancelled: 'Cancelled on the phone.', over: 'This code expired.' };
  const tell = (message) => parent.postMessage(message, '*');
  const ask = async (last) => {
    const answer = await fetch('news?ticket=' + ticket + '&last=' + last).then((response) => response.json()).catch(() => undefined);
    if (!answer) return setTimeout(() => ask(last), 2000);
    const { step, redirectUrl } = answer;
    if (step === 'confirmed') return tell({ success: true, redirectUrl });
    status.textContent = words[step];
    if (step !== 'cancelled' && step !== 'over') return ask(step);
    const again = document.createElement('a');
    again.href = location.href;
    again.textContent = 'Get a new code';
    status.append(' ', again);
    tell({ success: false, errorMsg: words[step] });
  };
  ask('waiting');
})();
`;

/** What a page loads: the function, its two callbacks, and the frame that it makes. */
const TWIN = `(() => {
  const login = new URL('../../login/qrcode.htm', document.currentScript.src);
  window.DTFrameLogin = (frameParams, loginParams, success, error) => {
    const holder = document.getElementById(frameParams.id);
    if (!holder) return error('The element does not exist.');
    if (!loginParams.redirect_uri || !loginParams.client_id) return error('A parameter is missing.');
    const query = Object.entries(loginParams).map(([name, value]) =>
      name + '=' + (name === 'redirect_uri' ? value : encodeURIComponent(value)));
    const frame = document.createElement('iframe');
    frame.src = login.href + '?' + query.join('&') + '&iframe=true';
    frame.width = frameParams.width || 300;
    frame.height = frameParams.height || 300;
    frame.title = 'DingTalk';
    frame.style.border = '0';
    holder.replaceChildren(frame);
    window.addEventListener('message', (event) => {
      if (event.origin !== login.origin || event.source !== frame.contentWindow) return;
      const { success: good, redirectUrl, errorMsg } = event.data ?? {};
      if (!good) return error(errorMsg);
      const query = new URL(redirectUrl).searchParams;
      success({ redirectUrl, authCode: query.get('authCode') ?? query.get('code'), state: query.get('state') });
    });
  };
})();
`;
