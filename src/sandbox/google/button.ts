/**
 * Stands in for Google's button (`gsi/client`): the same functions for the page, and a page of Google's that asks who signs in. In a
 * window it hands the credential to the page that opened it; in the mode `redirect` it takes the page's place and posts it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../server/types.ts';
import {
  type Chooser,
  callbackOf,
  POST_SCRIPT,
  readChoice,
  sendChooser,
  sendPage,
  sendPost,
  sendRefusal,
  withForms,
} from '../chooser.ts';
import { queryOf } from '../grants.ts';
import { identityToken, inside } from '../openid.ts';
import { BASE, GOOGLE, GOOGLE_TROUBLES, googleClaims } from './google.ts';

const NAME = 'Google';
const PATHS = { script: '/gsi/client', select: '/gsi/select', give: '/gsi/give.js', post: '/gsi/post.js' };

/** A credential is made on the spot: no code, and no server of Google's that could be slow. */
const NOT_HERE = ['used', 'expired', 'bad-client', 'no-id-token', 'slow', 'down'];

const POST_TROUBLES = {
  'other-csrf': 'Posted: g_csrf_token is another than that of the cookie',
  'no-csrf': 'Posted: without g_csrf_token',
};

export function googleButtonRoutes(db: Database): (app: FastifyInstance) => void {
  return (app) => withForms(app, (scope) => addRoutes(scope, db));
}

function addRoutes(scope: FastifyInstance, db: Database): void {
  const { clientId } = GOOGLE;
  const troubles: Chooser['troubles'] = {
    ...Object.fromEntries(Object.entries(GOOGLE_TROUBLES).filter(([name]) => !NOT_HERE.includes(name))),
    ...POST_TROUBLES,
  };
  const sendScript = (reply: FastifyReply, script: string): FastifyReply =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(script);

  scope.get(BASE + PATHS.script, async (_request, reply) => sendScript(reply, CLIENT));
  scope.get(BASE + PATHS.give, async (_request, reply) => sendScript(reply, GIVE));
  scope.get(BASE + PATHS.post, async (_request, reply) => sendScript(reply, POST_SCRIPT));

  scope.get(BASE + PATHS.select, async (request, reply) => {
    const { client_id, origin = '', nonce = '', ux_mode, login_uri, g_csrf_token = '', state = '' } = queryOf(request);
    if (client_id !== clientId) return sendRefusal(reply, NAME, 'Error 401: invalid_client');
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      return sendRefusal(reply, NAME, 'Error 400: origin_mismatch');
    const page = { provider: NAME, action: BASE + PATHS.select, troubles };
    if (ux_mode !== 'redirect') return sendChooser(reply, { ...page, carried: { origin, nonce } });
    const back = callbackOf('google', login_uri);
    if (!back) return sendRefusal(reply, NAME, 'Error 400: redirect_uri_mismatch');
    const carried = { origin, nonce, login_uri: back.href, g_csrf_token, state };
    return sendChooser(reply, { ...page, carried, leadsTo: back.href });
  });

  scope.post(BASE + PATHS.select, async (request, reply) => {
    const choice = readChoice(request.body, troubles);
    if (!choice) return reply.status(400).send();
    const { person, trouble, refused, carried } = choice;
    const credential = refused
      ? ''
      : await identityToken(db, {
          provider: 'google',
          issuer: inside(request) + BASE,
          clientId,
          nonce: carried.nonce || undefined,
          trouble,
          claims: googleClaims(person),
        });
    const { login_uri, g_csrf_token = '', state } = carried;
    const back = login_uri === undefined || refused ? undefined : callbackOf('google', login_uri);
    if (back) {
      const token = trouble === 'other-csrf' ? `${g_csrf_token}0` : g_csrf_token;
      const fields = {
        credential,
        ...(trouble === 'no-csrf' ? {} : { g_csrf_token: token }),
        select_by: 'btn',
        client_id: clientId,
        ...(state ? { state } : {}),
      };
      return sendPost(reply, { provider: NAME, script: BASE + PATHS.post, back, fields });
    }
    return sendPage(reply, {
      provider: NAME,
      title: refused ? 'Cancelled' : 'Signed in',
      body: login_uri
        ? '<p>Google tells nobody. Go back to the page that you came from.</p>'
        : '<p>This window closes by itself.</p>',
      script: { path: BASE + PATHS.give, values: { credential, origin: carried.origin ?? '' } },
    });
  });
}

/** The functions of Google's script that pages use. Asking for more than the button does nothing, as a browser may have it. */
const CLIENT = `(() => {
  const base = document.currentScript.src.replace(/\\/gsi\\/client.*$/, '');
  let given = {};
  let opened = null;
  /** The word that comes back with a post: kept in a cookie of the page's host, which a post from Google brings. */
  const csrf = () => {
    const kept = /(?:^|; )g_csrf_token=([^;]+)/.exec(document.cookie)?.[1];
    if (kept) return kept;
    const made = crypto.randomUUID().replaceAll('-', '');
    document.cookie = 'g_csrf_token=' + made + '; path=/; SameSite=None; Secure';
    return made;
  };
  const ask = (state) => {
    const parameters = new URLSearchParams({ client_id: given.client_id ?? '', origin: location.origin });
    if (given.nonce) parameters.set('nonce', given.nonce);
    if (given.ux_mode === 'redirect') {
      for (const [name, value] of Object.entries({ ux_mode: 'redirect', login_uri: given.login_uri ?? location.href, g_csrf_token: csrf(), state: state ?? '' }))
        parameters.set(name, value);
      location.assign(base + '/gsi/select?' + parameters);
      return;
    }
    opened = window.open(base + '/gsi/select?' + parameters, 'g_auth_token_window', 'width=500,height=700');
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (!opened || source !== opened || origin !== new URL(base).origin) return;
    if (data?.type !== 'simulated-credential' || !data.credential) return;
    given.callback?.({ credential: data.credential, select_by: 'btn', client_id: given.client_id });
  });
  const id = {
    initialize: (options) => { given = { ...options }; },
    renderButton: (parent, options = {}) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Sign in with Google (simulator)';
      Object.assign(button.style, { minHeight: '40px', padding: '8px 16px', border: '1px solid #747775', borderRadius: '4px', background: '#fff', color: '#1f1f1f', font: '500 14px system-ui, sans-serif', cursor: 'pointer' });
      if (options.width) button.style.width = Number.parseInt(options.width, 10) + 'px';
      button.addEventListener('click', () => { options.click_listener?.(); ask(options.state); });
      parent.replaceChildren(button);
    },
    prompt: () => undefined,
    cancel: () => undefined,
    disableAutoSelect: () => undefined,
    storeCredential: (_credential, done) => done?.(),
    revoke: (_hint, done) => done?.({ successful: true }),
  };
  window.google = { ...window.google, accounts: { ...window.google?.accounts, id } };
  window.onGoogleLibraryLoad?.();
})();
`;

/** Runs in the window once somebody has chosen. */
const GIVE = `(() => {
  const { credential, origin } = document.body.dataset;
  if (credential) window.opener?.postMessage({ type: 'simulated-credential', credential }, origin);
  window.close();
})();
`;
