// A face that speaks in a page.
export {};
