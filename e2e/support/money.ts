const format = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 2 });

/** Rupees as people in India write them: 1,00,000. */
export const indianNumber = (rupees: number): string => format.format(rupees);
