import { Migration } from '@mikro-orm/migrations';

export class KeptAnswersAsJson extends Migration {
  /** Some answers were kept as a text within JSON, for the order of their fields. `json` keeps the order itself. */
  override up(): void {
    this.addSql(
      `alter table "idempotency_keys" alter column "answer" type json
       using coalesce((answer->>'text')::json, answer::json)`,
    );
  }
}
