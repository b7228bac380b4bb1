import { Migration } from '@mikro-orm/migrations';

/**
 * Gives stored instalments their rule where it is certain: one instalment of the present list has this label,
 * and its amount. The others keep their days when an intake moves.
 */
const fillDueDays = `with rules as (
    select registrations.id as registration_id, one->>'label' as label, (one->>'amount')::int as amount,
      (one->>'dueDays')::int as due_days, count(*) over (partition by registrations.id, one->>'label') as alike
    from registrations join intakes on intakes.id = intake_id join programs on programs.id = registrations.program_id,
    jsonb_array_elements(case when jsonb_array_length(intakes.instalments) > 0 then intakes.instalments
      when jsonb_array_length(programs.instalments) > 0 then programs.instalments
      else jsonb_build_array(jsonb_build_object('label', 'Fee', 'amount', round(price)::int, 'dueDays', 0)) end) as one
    where price > 1
  )
  update charges set due_days = rules.due_days from rules
  where kind = 'instalment' and alike = 1 and rules.registration_id = charges.registration_id
    and rules.label = charges.label and rules.amount = charges.amount`;

export class ChargeDueDays extends Migration {
  override up(): void {
    this.addSql(`alter table "charges" add "due_days" int null;`);
    this.addSql(`alter table "charges" disable trigger "charges_insert_only";`);
    this.addSql(fillDueDays);
    this.addSql(`alter table "charges" enable trigger "charges_insert_only";`);
  }
}
