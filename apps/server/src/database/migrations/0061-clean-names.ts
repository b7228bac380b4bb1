import { Migration } from '@mikro-orm/migrations';
import { cleanNames } from '../backfills/clean-names.ts';

export class CleanNames extends Migration {
  override async up(): Promise<void> {
    await cleanNames((sql) => this.execute(sql));
  }
}
