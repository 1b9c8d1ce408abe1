/** What the server answers, as values: each keeps the JSON that it came as. */
package mockapi.testing.values;
