import { Migration } from '@mikro-orm/migrations';

export class StrangersAndSessions extends Migration {
  override up(): void {
    // Strangers cause this text, so it names nobody any more
    this.addSql(`update site set content = jsonb_set(content::jsonb, '{messages,sms,received}', to_jsonb(
      ltrim(regexp_replace(content::jsonb #>> '{messages,sms,received}', '\\s*,?\\s*\\{firstName\\}', '', 'g'), ' ,.'))),
      version = version + 1
      where content::jsonb #>> '{messages,sms,received}' like '%{firstName}%';`);
  }
}
