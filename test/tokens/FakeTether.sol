// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Calls itself USDT and says that money moved, though none did.
contract FakeTether {
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function shout(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}
