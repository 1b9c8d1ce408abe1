/** Worlds for tests of JUnit 5. */
package mockapi.testing.junit5;
