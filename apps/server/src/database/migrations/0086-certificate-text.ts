import { Migration } from '@mikro-orm/migrations';

/** These placeholders never had a value in this text, and the settings refuse them now. */
export class CertificateText extends Migration {
  override up(): void {
    this.addSql(`update "site" set "content" = jsonb_set("content", '{messages,sms,certificate}', to_jsonb(
      btrim(regexp_replace("content" #>> '{messages,sms,certificate}', ' ?[{](status|place|startsOn)[}]', '', 'g'), e' \\n')))
      where "content" #>> '{messages,sms,certificate}' ~ '[{](status|place|startsOn)[}]';`);
    this.addSql(`update "site" set "content" = "content" #- '{messages,sms,certificate}'
      where "content" #>> '{messages,sms,certificate}' = '';`);
  }
}
