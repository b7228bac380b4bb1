import { Migration } from '@mikro-orm/migrations';

export class OneList extends Migration {
  override up(): void {
    this.addSql(`drop index registrations_syllables_index;`);
    this.addSql(`drop index posts_syllables_index;`);
    this.addSql(`drop index posts_title_syllables_index;`);
    this.addSql(`drop index gallery_items_syllables_index;`);
    this.addSql(`drop index gallery_items_title_syllables_index;`);
    this.addSql(`drop index donations_syllables_index;`);
    this.addSql(`drop function public.syllables(text);`);
  }
}
