import { Column, Entity, PrimaryColumn } from "typeorm";

/** An operator's action that was done, by the key of its request; deleted after a day. */
@Entity("operator_requests")
export class OperatorRequestEntity {
  @PrimaryColumn("uuid") administratorId!: string;
  /** Chosen by the browser: 32 hexadecimal digits. */
  @PrimaryColumn("text") key!: string;
  @Column("jsonb", { nullable: true }) response!: unknown;
  @Column("timestamptz") at!: Date;
}
