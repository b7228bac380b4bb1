import { Migration } from '@mikro-orm/migrations';

export class CertificateTextAndErasures extends Migration {
  override up(): void {
    // These placeholders never had a value in this text, and the settings refuse them now
    this.addSql(`update "site" set "content" = jsonb_set("content", '{messages,sms,certificate}', to_jsonb(
      btrim(regexp_replace("content" #>> '{messages,sms,certificate}', ' ?[{](status|place|startsOn)[}]', '', 'g'), e' \\n')))
      where "content" #>> '{messages,sms,certificate}' ~ '[{](status|place|startsOn)[}]';`);
    this.addSql(`update "site" set "content" = "content" #- '{messages,sms,certificate}'
      where "content" #>> '{messages,sms,certificate}' = '';`);

    this.addSql(
      `create table "erasures" ("type" text not null, "entity_id" int not null, "erased_at" timestamptz(3) not null, primary key ("type", "entity_id"));`,
    );

    this.addSql(
      `alter table "erasures" add constraint "erasures_type_check" check ("type" in ('registration', 'contact', 'donation', 'certificate', 'newsletter', 'notice'));`,
    );
  }
}
