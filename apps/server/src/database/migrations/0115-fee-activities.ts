import { Migration } from '@mikro-orm/migrations';

export class FeeActivities extends Migration {
  override up(): void {
    // Until now only the words of an entry said that it was about fees
    this.addSql(`update "activities" set "entity_type" = 'fee' where "entity_type" = 'registration' and (
      "description" ~ 'UGX' or "description" ~ '^(Printed|Exported) .*(receipt|fees|takings|charges|book)'
      or "description" ~ ' statement|who study already$');`);
    this.addSql(`update "outgoing_messages" set "data" = "data" || '{"isAboutFees": true}'
      where "kind" = 'message-to-many' and "data"->>'text' like '%UGX %';`);
  }
}
