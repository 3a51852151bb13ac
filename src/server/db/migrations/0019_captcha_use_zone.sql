-- Where a captcha was used, like every other row. What was used before, or by a server of the release before while both run,
-- stands for every zone and line; such rows are gone within the hour. A nonce still works once, wherever it was used.
alter table captcha_use add column zone text not null default '*', add column line text not null default '*';
