import "reflect-metadata";
import { expect, it } from "@jest/globals";
import { getMetadataStorage } from "class-validator";
import { AddEditionDto, ChangeOrganisationDto, RescheduleEventDto } from "../operator/event-facts.dto.js";
import { EVENT_FACTS, factsOf, ORGANISATION_FIELDS, WHEN_AND_WHERE } from "./event.fields.js";

const propertiesOf = (dto: new () => object): string[] => [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(dto, "", false, false)
      .map(({ propertyName }) => propertyName),
  ),
];

it.each([
  ["an event", AddEditionDto, EVENT_FACTS, ["reason"]],
  ["an event that is rescheduled", RescheduleEventDto, WHEN_AND_WHERE, ["reason", "version"]],
  ["the organisation", ChangeOrganisationDto, Object.keys(ORGANISATION_FIELDS), ["reason", "version"]],
])("the request of %s has the declared facts and no other", (_, dto, facts, others) => {
  expect(propertiesOf(dto).toSorted()).toEqual([...facts, ...others].toSorted());
});

it("takes the named facts only", () => {
  expect(factsOf({ name: "The Mela", city: "Pune", id: 1 }, ["name", "city"])).toEqual({
    name: "The Mela",
    city: "Pune",
  });
});
