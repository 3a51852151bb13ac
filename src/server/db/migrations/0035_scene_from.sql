-- Up Migration
-- Where a code for WeChat is shown: the phone that scans it tells its owner before it asks. An older instance leaves them empty.
alter table wechat_scene add column device text, add column place text, add column country text;

-- Down Migration
alter table wechat_scene drop column device, drop column place, drop column country;
