/** The applications that what stands in for WeChat's platform knows. */

/** Where it answers, below this server's own origin. */
export const WECHAT_PLATFORM = '/simulators/wechat-platform';
export const MINI = { appId: 'sim-wechat-mini', secret: 'sim-wechat-mini-secret', page: 'pages/bind/index' };
export const ACCOUNT = { appId: 'sim-wechat-oa', secret: 'sim-wechat-oa-secret', token: 'sim-wechat-oa-token' };
