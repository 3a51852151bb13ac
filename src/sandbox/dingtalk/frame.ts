/** DingTalk's code in a frame: what its page hears of the phone that scans it, and what it tells the page around it. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../server/types.ts';
import { readChoice, withForms } from '../chooser.ts';
import { closeTicket, queryOf, type Step } from '../grants.ts';
import { decide, news, sendPhone, sendPicture } from '../scan.ts';
import { backWithCode, DINGTALK_BASE, NAME, PEOPLE, PROVIDER, TROUBLES } from './dingtalk.ts';

export function dingtalkFrameRoutes(db: Database): (app: FastifyInstance) => void {
  const base = DINGTALK_BASE;
  const confirm = { provider: NAME, action: `${base}/login/phone`, troubles: TROUBLES, people: PEOPLE };

  const routes = (scope: FastifyInstance): void => {
    scope.get(`${base}/login/wait.js`, async (_request, reply) =>
      reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'no-store').send(WAIT),
    );
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
  const ask = async (last) => {
    const answer = await fetch('/simulators/dingtalk/login/news?ticket=' + ticket + '&last=' + last).then((response) => response.json()).catch(() => undefined);
    if (!answer) return setTimeout(() => ask(last), 2000);
    const { step, redirectUrl } = answer;
    if (step === 'confirmed') return parent.postMessage({ success: true, redirectUrl }, '*');
    status.textContent = words[step];
    if (step !== 'cancelled' && step !== 'over') return ask(step);
    const again = document.createElement('a');
    again.href = location.href;
    again.textContent = 'Get a new code';
    status.append(' ', again);
  };
  ask('waiting');
})();
`;
