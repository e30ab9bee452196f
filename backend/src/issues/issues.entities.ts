import { Column, Entity, PrimaryColumn } from "typeorm";
import type { IssueDetails, IssueKind, IssueResolution } from "./issues.types.js";

/** An issue that a person has to resolve; at most one open per kind and subject. */
@Entity("issues")
export class IssueEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") kind!: IssueKind;
  @Column("text") subject!: string;
  @Column("uuid", { nullable: true }) bookingId!: string | null;
  @Column("jsonb") facts!: IssueDetails;
  @Column("timestamptz") raisedAt!: Date;
  @Column("timestamptz", { nullable: true }) resolvedAt!: Date | null;
  @Column("uuid", { nullable: true }) applicationId!: string | null;
  /** The resolution, or that the problem resolved itself. */
  @Column("text", { nullable: true }) resolution!: IssueResolution["resolution"] | null;
  @Column("text", { nullable: true }) resolvedBy!: string | null;
  @Column("text", { nullable: true }) note!: string | null;
}
