/** Worlds for tests of JUnit 4. */
package mockapi.testing.junit4;
