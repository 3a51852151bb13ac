/**
 * Stands in for Tencent's TJCaptcha.js, with its interface: `new TencentCaptcha([element,] appId, callback, options)`, `show`,
 * `destroy`, `getTicket`. Instead of a puzzle it asks what shall come of it.
 */
(() => {
  const BASE = new URL('captcha/ticket', document.currentScript.src).href;
  const TEXTS = {
    en: {
      title: 'Captcha simulator',
      text: 'Tencent would show a puzzle here. This one exists only with npm start.',
      pass: 'I am a person',
      other: 'Other outcome',
      go: 'Take this outcome',
      close: 'Close',
      busy: 'Checking …',
      outcomes: {
        7: 'Another random string (7)',
        8: 'Expired ticket (8)',
        9: 'Ticket used before (9)',
        15: 'Ticket that cannot be decrypted (15)',
        16: 'Ticket of another application (16)',
        21: 'Found risky (21)',
        26: 'Trouble of the service (26)',
        100: 'Secret does not fit (100)',
        silent: 'The service does not answer',
        trerror: 'The script fails later (1006)',
      },
    },
    'zh-cn': {
      title: '验证码模拟器',
      text: '此处本应显示腾讯的拼图验证，仅在 npm start 时出现。',
      pass: '我是真人',
      other: '其他结果',
      go: '采用此结果',
      close: '关闭',
      busy: '正在验证……',
      outcomes: {
        7: '随机串不符（7）',
        8: '票据过期（8）',
        9: '票据已使用（9）',
        15: '票据无法解密（15）',
        16: '票据属于其他应用（16）',
        21: '判为有风险（21）',
        26: '服务内部错误（26）',
        100: '密钥不符（100）',
        silent: '服务无应答',
        trerror: '脚本随后出错（1006）',
      },
    },
  };
  const STYLE = `
.tcaptcha{position:fixed;inset:0;display:grid;place-items:center;font:15px/1.45 system-ui,sans-serif;color:#1a1d24}
.tcaptcha *{box-sizing:border-box}
.tcaptcha-box{position:relative;display:grid;align-content:start;gap:12px;width:min(360px,100%);height:min(360px,100%);overflow:auto;padding:20px;background:#fff;border:1px solid #767d8c;border-radius:8px}
.tcaptcha h1{margin:0 44px 0 0;font-size:18px;line-height:1.3}
.tcaptcha p{margin:0;color:#5b6270}
.tcaptcha label{display:grid;gap:4px;margin-top:8px}
.tcaptcha button,.tcaptcha select{min-height:44px;width:100%;padding:8px 12px;border:1px solid #767d8c;border-radius:6px;background:#fff;color:inherit;font:inherit}
.tcaptcha button{cursor:pointer}
.tcaptcha .pass{border-color:transparent;background:#0052d9;color:#fff;font-weight:600}
.tcaptcha .close{position:absolute;top:8px;right:8px;width:44px;border:0;font-size:20px;line-height:1}
.tcaptcha :focus-visible{outline:3px solid #0052d9;outline-offset:2px}
@media (prefers-color-scheme:dark){.tcaptcha{color:#e9ebf0}.tcaptcha-box,.tcaptcha button,.tcaptcha select{background:#1d2027;border-color:#7d869a}.tcaptcha p{color:#a2a9b8}.tcaptcha .pass{background:#9db4ff;color:#14161b}.tcaptcha :focus-visible{outline-color:#9db4ff}}
`;

  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  globalThis.TencentCaptcha = class TencentCaptcha {
    constructor(...given) {
      const [appId, callback, options = {}] = given[0] instanceof Element ? given.slice(1) : given;
      if (typeof appId !== 'string' || typeof callback !== 'function')
        throw new Error('CaptchaAppId or callback is wrong.');
      this.appId = appId;
      this.callback = callback;
      this.options = options;
      this.last = { CaptchaAppId: appId, ticket: '' };
    }

    show() {
      const texts = TEXTS[this.options.userLanguage] ?? TEXTS.en;
      const select = make(
        'select',
        {},
        ...Object.entries(texts.outcomes).map(([value, text]) => make('option', { value }, text)),
      );
      const status = make('p', { role: 'status' });
      const pass = make('button', { className: 'pass', onclick: () => this.solve('1', status, texts) }, texts.pass);
      const go = make('button', { onclick: () => this.solve(select.value, status, texts) }, texts.go);
      const close = make(
        'button',
        { className: 'close', ariaLabel: texts.close, onclick: () => this.end({ ret: 2 }) },
        '×',
      );
      const box = make(
        'main',
        { className: 'tcaptcha-box' },
        make('h1', {}, texts.title),
        make('p', {}, texts.text),
        pass,
        make('label', {}, texts.other, select),
        go,
        close,
        status,
      );
      this.element = make('div', { className: 'tcaptcha' }, make('style', {}, STYLE), box);
      this.element.onkeydown = ({ key }) => key === 'Escape' && this.end({ ret: 2 });
      document.body.append(this.element);
      pass.focus();
      this.options.ready?.({ sdkView: { width: 360, height: 360 } });
    }

    async solve(outcome, status, texts) {
      status.textContent = texts.busy;
      if (outcome === 'trerror') return this.fail(1006, 'entry_url_config_error');
      try {
        const response = await fetch(
          `${BASE}?${new URLSearchParams({ appId: this.appId, code: outcome === 'silent' ? '0' : outcome })}`,
        );
        const { ticket, randstr } = await response.json();
        this.end({ ret: 0, ticket, randstr });
      } catch {
        this.fail(1013, 'verify_network_error');
      }
    }

    /** The script's own fallback: a ticket that says what failed. */
    fail(errorCode, errorMessage) {
      const ticket = `trerror_${errorCode}_${this.appId}_${Math.floor(Date.now() / 1000)}`;
      this.end({ ret: 0, ticket, randstr: `@${Math.random().toString(36).slice(2)}`, errorCode, errorMessage });
    }

    end(result) {
      this.destroy();
      this.last = { CaptchaAppId: this.appId, ticket: result.ticket ?? '' };
      this.callback({ ticket: null, appid: this.appId, bizState: this.options.bizState, ...result });
    }

    destroy() {
      this.element?.remove();
    }

    getTicket() {
      return this.last;
    }
  };
})();
