import { Column, Entity, PrimaryColumn } from "typeorm";

/** A browser that visited the booking pages. */
@Entity("visitors")
export class VisitorEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") seenAt!: Date;
}
